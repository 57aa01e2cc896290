#pragma once

#include <functional>
#include <span>

#include "command/arguments.h"

namespace warpledger {

/// A command of the program.
struct CommandRow {
  const char* name;  ///< one word or two: "ledger merge"
  const char* about;
  std::function<void(Arguments&)> declare;
  const char* group;  ///< heading in --help; "" hides the command
};

/// Runs the command that the command line names and returns its exit code. Handles --help, --version and two hidden
/// commands: `manual` prints the man page, and `complete WORD...` serves the scripts of `completion`. Throws Error with
/// the incorrect word and the nearest correct one.
int run_command_line(std::span<const CommandRow> table, int argc, const char* const* argv);

}  // namespace warpledger
