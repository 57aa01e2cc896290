#include "run/resume_command.h"

#include <fmt/format.h>

#include "base/shell_command.h"
#include "run/record_run.h"

namespace warpledger {

std::string resume_command(const std::string& ledger, const std::string& run) {
  const std::string command = fmt::format("warpledger run --resume {}", run.substr(0, 8));
  return ledger == RunOptions().ledger ? command : fmt::format("{} --db {}", command, shell_word(ledger));
}

Error with_resume_command(const Error& error, const std::string& ledger, const std::string& run) {
  return Error(error.where(), error.problem(),
               fmt::format("{}\n  then resume with: {}", error.hint(), resume_command(ledger, run)));
}

}  // namespace warpledger
