#pragma once

#include <functional>
#include <span>

#include "command/arguments.h"

namespace warpledger {

struct CommandRow {
  const char* name;  ///< one word or two: "ledger merge"
  const char* about;
  std::function<void(Arguments&)> declare;
  const char* group;  ///< heading in --help; "" hides the command
};

/// Runs a command and returns its exit code. Handles --help, --version, and the hidden commands `manual` (man page) and
/// `complete WORD...` (for scripts of `completion`). Throws Error with the nearest correct word.
int run_command_line(std::span<const CommandRow> table, int argc, const char* const* argv);

}  // namespace warpledger
