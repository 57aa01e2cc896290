#pragma once

#include <span>
#include <string>

#include "command/arguments.h"

namespace warpledger {

/// Prints completions of the last of `words` as lines of word, tab, meaning. The shell filters them by prefix; if there
/// are none, it completes files.
void print_completions(CLI::App& program, std::span<const std::string> words);

/// Declares `completion SHELL`.
void add_completion(Arguments& arguments);

}  // namespace warpledger
