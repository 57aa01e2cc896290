#pragma once

#include <functional>
#include <span>
#include <string>
#include <vector>

#include "command/arguments.h"

namespace warpledger {

using DescribeCommands = std::function<std::vector<CommandInfo>()>;

/// Declares the command that prints a completion script.
void add_completion(Arguments& arguments, const DescribeCommands& describe);

/// A script that makes the shell complete commands, options and their values. Names of experiments, families, reports
/// and runs are asked of the program when they are needed.
std::string bash_completion(std::span<const CommandInfo> commands);
std::string zsh_completion(std::span<const CommandInfo> commands);
std::string fish_completion(std::span<const CommandInfo> commands);

}  // namespace warpledger
