#include "command/command_line.h"

#include <fmt/format.h>

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <algorithm>
#include <iostream>
#include <iterator>
#include <optional>
#include <string_view>

#include "base/error.h"
#include "base/split.h"
#include "base/text.h"
#include "command/command.h"
#include "command/completion.h"
#include "command/help.h"
#include "command/terminal.h"

namespace warpledger {
namespace {

CommandInfo info_of(const CommandRow& row) { return {.name = row.name, .about = row.about, .group = row.group}; }

/// A command's own declarations, without reading any argument.
CommandInfo described(const CommandRow& row) {
  CommandInfo info = info_of(row);
  CLI::App app;
  int unused = 0;
  Arguments arguments(app, info, unused);
  row.declare(arguments);
  return info;
}

std::vector<CommandInfo> described(std::span<const CommandRow> table) {
  std::vector<CommandInfo> commands;
  for (const CommandRow& row : table) commands.push_back(described(row));
  return commands;
}

std::vector<std::string> option_names(const CommandInfo& command) {
  std::vector<std::string> names = {"--help"};
  for (const ArgumentInfo& argument : command.arguments) {
    if (argument.positional()) continue;
    const std::vector<std::string> own = argument.names();
    names.insert(names.end(), own.begin(), own.end());
  }
  return names;
}

/// CLI11's word on an argument that is missing, or there too often: "--seed: 1 required TEXT missing", "Exactly 1
/// option from [sql,--file] is required".
std::string plain_words(const CLI::ParseError& error) {
  std::string text = error.what();
  if (error.get_name() == "ArgumentMismatch") {
    const std::string name = text.substr(0, text.find(':'));
    return text.find("received") == std::string::npos ? name + " needs a value" : name + " is given more than once";
  }
  const std::size_t first = text.find('['), last = text.find(']');
  if (!text.starts_with("Exactly 1 option") || last == std::string::npos) return text;
  return "exactly one of these is required: " + join(split(text.substr(first + 1, last - first - 1), ','));
}

/// What CLI11 refuses, in this program's words.
Error usage_error(const CLI::ParseError& error, const CLI::App& app, const CommandInfo& command) {
  const std::string usage = fmt::format("usage: {}; `warpledger {} --help`", usage_of(command), command.name);
  if (dynamic_cast<const CLI::ExtrasError*>(&error) == nullptr) return {plain_words(error), usage};
  const std::vector<std::string> extras = app.remaining(), options = option_names(command);
  const std::string first = extras.empty() ? "" : extras.front();
  if (first.starts_with("-")) {
    const std::string name = first.substr(0, first.find('='));
    return {fmt::format("`warpledger {}` has no option '{}'", command.name, name), did_you_mean(name, options)};
  }
  // Most commands take an experiment as an argument.
  const bool by_option = std::ranges::count(options, "--experiment") > 0;
  return {fmt::format("`warpledger {}` does not take '{}'", command.name, first),
          by_option ? "an experiment is named by --experiment; " + usage : usage};
}

/// Gives a command the words after "--"; how many words are before it.
int take_after_dashes(Arguments& arguments, int argc, const char* const* argv) {
  const char* const* const end = argv + argc;
  const char* const* const dashes = std::find(argv, end, std::string_view("--"));
  if (dashes != end) arguments.take_after_dashes({dashes + 1, end});
  return static_cast<int>(dashes - argv);
}

int run_command(const CommandRow& row, int argc, const char* const* argv) {
  CommandInfo info = info_of(row);
  int exit_code = kAllOk;
  CLI::App app(row.about, row.name);
  Arguments arguments(app, info, exit_code);
  row.declare(arguments);
  if (arguments.takes_after_dashes()) argc = take_after_dashes(arguments, argc, argv);
  try {
    app.parse(argc, argv);
  } catch (const CLI::CallForHelp&) {
    std::cout << help_of_command(info, line_width(STDOUT_FILENO).columns);
  } catch (const CLI::ParseError& error) {
    throw usage_error(error, app, info);
  }
  return exit_code;
}

/// A name of two words, "ledger merge", is meant by its last one, too.
std::optional<std::string> nearest_command(std::span<const CommandRow> table, const std::string& name) {
  std::vector<std::string> names;
  for (const CommandRow& row : table) {
    const std::string full = row.name;
    if (full.ends_with(" " + name)) return full;
    if (*row.group != '\0') names.push_back(full);
  }
  return nearest(name, names);
}

const CommandRow& find_command(std::span<const CommandRow> table, const std::string& name) {
  const auto found = std::ranges::find_if(table, [&](const CommandRow& row) { return row.name == name; });
  if (found != table.end()) return *found;
  const std::string problem =
      name.empty() ? "no command given"
                   : fmt::format("there is no {} '{}'", name.starts_with('-') ? "option" : "command", name);
  const auto near = nearest_command(table, name);
  throw Error(problem, near ? fmt::format("did you mean `warpledger {}`? `warpledger --help` lists all commands", *near)
                            : "`warpledger --help` lists the commands");
}

/// With the command whose subject is the table itself.
std::vector<CommandRow> with_own_commands(std::span<const CommandRow> table) {
  std::vector<CommandRow> all(table.begin(), table.end());
  const auto describe_all = [table] { return described(with_own_commands(table)); };
  all.push_back(
      {"manual", "print the man page", [=](Arguments& arguments) { add_manual(arguments, describe_all); }, ""});
  return all;
}

bool asks_for_help(const std::string& word) { return word == "--help" || word == "-h"; }

std::vector<CommandRow> rows_that_begin(std::span<const CommandRow> table, const std::string& words) {
  std::vector<CommandRow> rows;
  std::ranges::copy_if(table, std::back_inserter(rows),
                       [&](const CommandRow& row) { return std::string_view(row.name).starts_with(words); });
  return rows;
}

int print_help(std::span<const CommandRow> table) {
  std::vector<CommandInfo> commands;
  for (const CommandRow& row : table) commands.push_back(info_of(row));
  std::cout << help_of_program(commands, line_width(STDOUT_FILENO).columns);
  return kAllOk;
}

}  // namespace

int run_command_line(std::span<const CommandRow> table, int argc, const char* const* argv) {
  const std::vector<CommandRow> all = with_own_commands(table);
  const std::string first = argc > 1 ? argv[1] : "";
  if (first == "--version") {
    std::cout << version_text() << '\n';
    return kAllOk;
  }
  if (first == "complete") {
    const std::vector<std::string> words(argv + 2, argv + argc);
    std::cout << completions(described(all), words);
    return kAllOk;
  }
  if (asks_for_help(first)) return print_help(all);
  const std::vector<CommandRow> family = rows_that_begin(all, first + " ");
  if (family.empty()) return run_command(find_command(all, first), argc - 1, argv + 1);
  const std::string second = argc > 2 ? argv[2] : "";
  if (second.empty() || asks_for_help(second)) return print_help(family);
  return run_command(find_command(all, first + " " + second), argc - 2, argv + 2);
}

}  // namespace warpledger
