#pragma once

#include <functional>
#include <span>
#include <string>
#include <vector>

#include "command/arguments.h"

namespace warpledger {

using DescribeCommands = std::function<std::vector<CommandInfo>()>;

/// Declares the command that prints the man page.
void add_manual(Arguments& arguments, const DescribeCommands& describe);

/// The page warpledger(1), in roff's man macros.
std::string man_page(std::span<const CommandInfo> commands);

}  // namespace warpledger
