#pragma once

#include <string>
#include <vector>

namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace warpledger {

/// "ledger merge" is the subcommand merge of ledger.
struct NamedCommand {
  std::string name;
  const CLI::App* app;
};

/// Returns a subcommand; null if there is none.
CLI::App* command_below(CLI::App& app, const std::string& word);

/// Returns visible commands in declaration order.
std::vector<NamedCommand> commands_of(const CLI::App& program, const std::string& prefix = "");

/// Returns options, including those of option groups.
std::vector<const CLI::Option*> options_of(const CLI::App& command);

/// "warpledger run [OPTION]... [experiment]... [arguments]..."
std::string usage_of(const NamedCommand& command);

/// Returns --help in lines of at most `width` columns.
std::string help_of(const NamedCommand& command, int width);

/// Returns warpledger(1) in roff's man macros.
std::string man_page(const CLI::App& program);

/// "warpledger 0.1.0 (commit 4b16dc2f, CUDA Toolkit 13.0)"
std::string version_text();

}  // namespace warpledger
