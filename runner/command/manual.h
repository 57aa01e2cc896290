#pragma once

#include <span>
#include <string>

#include "command/completion.h"

namespace warpledger {

/// Declares the command that prints the man page.
void add_manual(Arguments& arguments, const DescribeCommands& describe);

/// The page warpledger(1), in roff's man macros.
std::string man_page(std::span<const CommandInfo> commands);

}  // namespace warpledger
