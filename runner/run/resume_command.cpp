#include "run/resume_command.h"

#include <fmt/format.h>

#include "base/shell_command.h"
#include "run/record_run.h"

namespace warpledger {

std::string resume_command(const std::string& ledger, const std::string& run) {
  const std::string command = fmt::format("warpledger run --resume {}", run.substr(0, 8));
  return ledger == RunOptions().ledger ? command : fmt::format("{} --db {}", command, shell_word(ledger));
}

}  // namespace warpledger
