#pragma once

#include <span>
#include <string>

#include "command/arguments.h"

namespace warpledger {

/// Prints the completions of the last of `words`, which follow the program's name: one per line, word, tab, meaning.
/// The shell filters them by prefix; if there are none, it completes files.
void print_completions(CLI::App& program, std::span<const std::string> words);

/// Declares `completion SHELL`, which prints a script that calls `warpledger complete WORD...`.
void add_completion(Arguments& arguments);

}  // namespace warpledger
