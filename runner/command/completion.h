#pragma once

#include <span>
#include <string>

#include "command/arguments.h"

namespace warpledger {

/// Prints the words that may replace the last of `words`, which follow the program's name: a line each, the word, a
/// tab and its meaning. The shell leaves out words with another beginning. If nothing is printed, it completes files.
void print_completions(CLI::App& program, std::span<const std::string> words);

/// `completion SHELL`: a script that calls `warpledger complete WORD...`.
void add_completion(Arguments& arguments);

}  // namespace warpledger
