#pragma once

#include <span>
#include <string>

#include "command/arguments.h"

namespace warpledger {

/// What may stand in place of the last of `words`, which are those behind the program's name: a line each, "word", a
/// tab, what it means. A line ":files", ":folders" or ":list experiments" stands for what the shell finds itself, or
/// what `warpledger list experiments --names` prints. Words that begin otherwise are the shell's to leave out.
std::string completions(std::span<const CommandInfo> commands, std::span<const std::string> words);

/// `completion SHELL`: a script that asks `warpledger complete WORD...`, which prints completions(). So one piece of
/// code knows what may follow, and a shell's part is how it shows that.
void add_completion(Arguments& arguments);

}  // namespace warpledger
