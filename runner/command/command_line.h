#pragma once

#include <functional>
#include <span>

#include "command/arguments.h"

namespace warpledger {

/// A command of the program.
struct CommandRow {
  const char* name;  ///< one word, or two: "ledger merge"
  const char* about;
  std::function<void(Arguments&)> declare;
  const char* group;  ///< heading in --help; "" hides the command
};

/// Reads the command line, runs the command that it names and returns the exit code. Answers --help, --version and two
/// hidden commands: `manual`, the man page, and `complete WORD...`, which the scripts of `completion` call. Throws
/// Error if the command line is incorrect, with the word and the nearest correct one.
int run_command_line(std::span<const CommandRow> table, int argc, const char* const* argv);

}  // namespace warpledger
