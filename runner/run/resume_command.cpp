#include "run/resume_command.h"

#include <fmt/format.h>

#include "run/record_run.h"

namespace warpledger {
namespace {

/// One word for a shell.
std::string quoted(const std::string& word) {
  constexpr const char* kPlain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789/._-+=,:@%";
  if (word.find_first_not_of(kPlain) == std::string::npos) return word;
  std::string text = "'";
  for (const char c : word) text += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return text + "'";
}

}  // namespace

std::string shell_command(const std::vector<std::string>& words) {
  std::string line;
  for (const std::string& word : words) line += (line.empty() ? "" : " ") + quoted(word);
  return line;
}

std::string resume_command(const std::string& ledger, const std::string& run) {
  const std::string command = fmt::format("warpledger run --resume {}", run.substr(0, 8));
  return ledger == RunOptions().ledger ? command : fmt::format("{} --db {}", command, quoted(ledger));
}

}  // namespace warpledger
