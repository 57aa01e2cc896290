#pragma once

#include <string>
#include <vector>

namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace warpledger {

/// A command with its full name: "ledger merge" is the command merge of the command ledger.
struct NamedCommand {
  std::string name;
  const CLI::App* app;
};

/// The command that `word` names directly below `app`; null if none.
CLI::App* command_below(CLI::App& app, const std::string& word);

/// The commands below `program` that --help lists, in the order of their declaration.
std::vector<NamedCommand> commands_of(const CLI::App& program, const std::string& prefix = "");

/// The arguments of a command, with those of its option groups.
std::vector<const CLI::Option*> options_of(const CLI::App& command);

/// "warpledger run [OPTION]... [experiment]... [arguments]..."
std::string usage_of(const NamedCommand& command);

/// Answer to --help in lines of at most `width` columns: usage, commands by group, arguments, exit codes.
std::string help_of(const NamedCommand& command, int width);

/// The page warpledger(1) in roff's man macros.
std::string man_page(const CLI::App& program);

/// "warpledger 0.1.0 (commit 4b16dc2f, CUDA Toolkit 13.0)"
std::string version_text();

}  // namespace warpledger
