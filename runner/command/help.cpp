#include "command/help.h"

#include <fmt/format.h>

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <algorithm>
#include <string_view>

#include "base/split.h"
#include "base/text.h"
#include "base/text_width.h"
#include "base/version.h"

namespace warpledger {
namespace {

constexpr std::size_t kLabelWidth = 28;  ///< column where explanations begin

/// Aligns continuation lines with the text after the first gap of two spaces; continues commands with a backslash.
std::string wrapped(const std::string& line, std::size_t width) {
  const std::size_t begin = std::min(line.find_first_not_of(' '), line.size());
  const bool is_command = begin > 0 && line.find("warpledger ") == begin;
  const std::size_t gap = is_command ? std::string::npos : line.find("  ", begin);
  const std::size_t text = gap == std::string::npos ? begin : line.find_first_not_of(' ', gap);
  if (display_width(line) <= width) return line + "\n";
  const std::string next = (is_command ? " \\\n    " : "\n") + std::string(text, ' ');
  const std::size_t room = width - std::min(width, text + (is_command ? 6 : 0));
  return line.substr(0, text) + join(wrap(line.substr(text), std::max<std::size_t>(room, 20)), next) + "\n";
}

std::string wrapped_lines(const std::string& text, std::size_t width) {
  std::string lines;
  for (const std::string& line : split(text, '\n')) lines += wrapped(line, width);
  return lines;
}

/// "  label    about"; a longer label gets its own line.
std::string entry(const std::string& label, const std::string& about, std::size_t width) {
  const bool fits = label.size() + 4 <= kLabelWidth;
  return (fits ? "" : "  " + label + "\n") +
         wrapped(fmt::format("  {:{}}{}", fits ? label : "", kLabelWidth - 2, about), width);
}

/// "-o, --output FILE"
std::string label_of(const CLI::Option& option) {
  std::string names = join(split(option.get_name(false, true), ','));
  if (option.get_positional() || option.get_expected_max() == 0) return names;
  const bool may_be_left_out = option.get_expected_min() == 0;
  return names + (may_be_left_out ? fmt::format(" [{}]", option.get_type_name()) : " " + option.get_type_name());
}

std::string about_of(const CLI::Option& option) {
  const std::string value = option.get_default_str();
  return option.get_description() + (value.empty() ? "" : fmt::format(" [{}]", value));
}

std::string section(const CLI::App& app, bool positional, const char* title, std::size_t width) {
  std::string entries;
  for (const CLI::Option* option : options_of(app))
    if (option->get_positional() == positional) entries += entry(label_of(*option), about_of(*option), width);
  return entries.empty() ? "" : title + entries;
}

/// Escapes `text` for roff.
std::string roff(const std::string& text) {
  std::string result;
  for (const char c : text) {
    if ((result.empty() || result.back() == '\n') && (c == '.' || c == '\'')) result += "\\&";
    result += c == '\\' ? "\\e" : c == '-' ? "\\-" : std::string(1, c);
  }
  return result;
}

constexpr const char* kManPage = R"(.TH WARPLEDGER 1 "" "warpledger {}" "User Commands"
.SH NAME
warpledger \- run CUDA kernels over grids, keep the results, print tables
.SH SYNOPSIS
.B warpledger
.I COMMAND
.RI [ ARGUMENT ]...
.SH DESCRIPTION
{}
.SH COMMANDS
{}.SH ENVIRONMENT
.TP
.B WARPLEDGER_PATH
folders with your own experiments, kernels, reports, metrics and devices, separated by colons; searched before the
program's own data
.TP
.B WARPLEDGER_CACHE
folder of compiled kernels; default: $XDG_CACHE_HOME/warpledger or ~/.cache/warpledger
.TP
.B CUDA_HOME
folder of the CUDA Toolkit, if it is not installed in the usual one
.TP
.B WARPLEDGER_LOG
file that gets a line for each step of the program and its workers, as with \-\-log
.TP
.B COLUMNS
width of tables if the output is not a terminal
.SH FILES
.TP
.B results.db
the ledger, an SQLite file in the current folder; \-\-db names another
.SH "EXIT STATUS"
{}
)";

}  // namespace

CLI::App* command_below(CLI::App& app, const std::string& word) {
  const std::vector<CLI::App*> found =
      app.get_subcommands([&](const CLI::App* below) { return !word.empty() && below->get_name() == word; });
  return found.empty() ? nullptr : found.front();
}

std::vector<NamedCommand> commands_of(const CLI::App& program, const std::string& prefix) {
  std::vector<NamedCommand> commands;
  for (const CLI::App* app : program.get_subcommands({})) {
    if (app->get_name().empty() || app->get_group().empty()) continue;
    const std::vector<NamedCommand> below = commands_of(*app, prefix + app->get_name() + " ");
    commands.insert(commands.end(), below.begin(), below.end());
    if (below.empty()) commands.push_back({prefix + app->get_name(), app});
  }
  return commands;
}

std::vector<const CLI::Option*> options_of(const CLI::App& command) {
  std::vector<const CLI::Option*> options = command.get_options();
  for (const CLI::App* group : command.get_subcommands({})) {
    const std::vector<const CLI::Option*> own = options_of(*group);
    if (group->get_name().empty()) options.insert(options.end(), own.begin(), own.end());
  }
  return options;
}

std::string usage_of(const NamedCommand& command) {
  std::string text = "warpledger" + (command.name.empty() ? "" : " " + command.name);
  if (!commands_of(*command.app).empty()) return text + " COMMAND [ARGUMENT]...";
  text += " [OPTION]...";
  for (const CLI::Option* option : options_of(*command.app)) {
    if (!option->get_positional()) continue;
    text += option->get_required() ? " " + option->get_name() : fmt::format(" [{}]", option->get_name());
    if (option->get_expected_max() > 1) text += "...";
  }
  return text;
}

std::string help_of(const NamedCommand& command, int columns) {
  const CLI::App& app = *command.app;
  const std::size_t width = static_cast<std::size_t>(std::max(columns, 40));
  std::string text = wrapped(app.get_description(), width) + "\n" + wrapped("Usage: " + usage_of(command), width);
  std::string group;
  for (const NamedCommand& below : commands_of(app, command.name.empty() ? "" : command.name + " ")) {
    if (below.app->get_group() != group) text += fmt::format("\n{}:\n", group = below.app->get_group());
    text += entry(below.name, below.app->get_description(), width);
  }
  text += section(app, true, "\nArguments:\n", width) + section(app, false, "\nOptions:\n", width);
  return text + "\n" + wrapped_lines(app.get_footer(), width);
}

std::string man_page(const CLI::App& program) {
  constexpr std::size_t kExampleWidth = 72;
  std::string commands;
  for (const NamedCommand& command : commands_of(program)) {
    commands += fmt::format(".SS \"{}\"\n{}\n", roff(usage_of(command)), roff(command.app->get_description()));
    for (const CLI::Option* option : options_of(*command.app))
      if (option != command.app->get_help_ptr())
        commands += fmt::format(".TP\n.B {}\n{}\n", roff(label_of(*option)), roff(about_of(*option)));
    if (const std::string footer = command.app->get_footer(); footer != program.get_footer())
      commands += fmt::format(".PP\n.nf\n{}.fi\n", roff(wrapped_lines(footer, kExampleWidth)));
  }
  return fmt::format(kManPage, kVersion, roff(program.get_description()), commands, roff(program.get_footer()));
}

}  // namespace warpledger
