#pragma once

#include <functional>
#include <span>

#include "command/arguments.h"

namespace warpledger {

/// A command of the program.
struct CommandRow {
  const char* name;  ///< one word, or two where several are about the same: "ledger merge"
  const char* about;
  std::function<void(Arguments&)> declare;
  const char* group;  ///< heading in --help; "" hides the command
};

/// Reads the command line and runs the command that it names; gives the exit code. --help and --version are answered
/// here, and two hidden commands whose subject is the table itself: `complete WORD...`, which the scripts of
/// `completion` ask, and `manual`. Throws Error for a command line that makes no sense, naming the word and the nearest
/// that would.
int run_command_line(std::span<const CommandRow> table, int argc, const char* const* argv);

}  // namespace warpledger
