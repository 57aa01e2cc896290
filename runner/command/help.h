#pragma once

#include <functional>
#include <span>
#include <string>
#include <vector>

#include "command/arguments.h"

namespace warpledger {

/// What `warpledger --help` prints, no line wider than `width` columns: the commands by group.
std::string help_of_program(std::span<const CommandInfo> commands, int width);

/// What `warpledger COMMAND --help` prints: usage, arguments, examples.
std::string help_of_command(const CommandInfo& command, int width);

/// "warpledger run [OPTION]... [EXPERIMENT] [ARGUMENTS]..."
std::string usage_of(const CommandInfo& command);

/// An option's names with its value, as lists of options show it: "-o, --output FILE".
std::string label_of(const ArgumentInfo& argument);

/// "warpledger 0.1.0 (commit 4b16dc2f, CUDA Toolkit 13.0)": what this program was built from and with.
std::string version_text();

extern const char* const kAboutProgram;
extern const char* const kExitCodes;

using DescribeCommands = std::function<std::vector<CommandInfo>()>;

/// Declares the command that prints the man page.
void add_manual(Arguments& arguments, const DescribeCommands& describe);

/// The page warpledger(1), in roff's man macros.
std::string man_page(std::span<const CommandInfo> commands);

}  // namespace warpledger
