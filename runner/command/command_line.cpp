#include "command/command_line.h"

#include <fmt/format.h>

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <algorithm>
#include <iostream>
#include <string_view>

#include "base/error.h"
#include "base/log.h"
#include "base/split.h"
#include "base/text.h"
#include "command/command.h"
#include "command/completion.h"
#include "command/help.h"
#include "command/terminal.h"

namespace warpledger {
namespace {

constexpr const char* kAboutProgram =
    "warpledger runs CUDA kernels over grids of shapes and launch configurations, checks every result, keeps every "
    "timing and counter in a ledger, and prints the tables of the assignment from it.";
constexpr const char* kExitCodes =
    "Exit codes: 0 all points ok, 1 some point failed or the run was stopped, 2 usage or input error, 3 a device "
    "failed and points are left.";

using Words = std::vector<std::string>;

void declare(CLI::App& program, std::span<const CommandRow> table, const Words& words, int& exit_code) {
  program.set_help_flag("-h,--help", "print this help");
  program.footer(kExitCodes);
  for (const CommandRow& row : table) {
    const Words name = split(row.name, ' ');
    CLI::App* parent = &program;
    if (name.size() > 1) {
      parent = command_below(program, name[0]);
      if (parent == nullptr) parent = program.add_subcommand(name[0], row.group)->group(row.group);
      parent->callback([] { throw CLI::CallForHelp(); });
    }
    CLI::App* command = parent->add_subcommand(name.back(), row.about)->group(row.group);
    Arguments arguments(*command, words, exit_code);
    row.declare(arguments);
  }
  // Declared after the commands, which would otherwise inherit them.
  program.add_option("--log", "append to a file what the program and its workers do, and when; with any command")
      ->type_name("FILE");
  program.set_version_flag("--version", version_text,
                           "print the version, the commit and the CUDA Toolkit of the build");
}

/// Rephrases CLI11's message about a missing or repeated argument: "--seed: 1 required TEXT missing", "Exactly 1 option
/// from [sql,--file] is required".
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

/// Also suggests two-word commands for their second word.
Error no_command(const CLI::App& program, const std::string& name) {
  Words names;
  for (const NamedCommand& command : commands_of(program)) names.push_back(command.name);
  const auto same_end = std::ranges::find_if(names, [&](const auto& full) { return full.ends_with(" " + name); });
  const auto near = same_end == names.end() ? nearest(name, names) : *same_end;
  return {fmt::format("there is no {} '{}'", name.starts_with('-') ? "option" : "command", name),
          near ? fmt::format("did you mean `warpledger {}`? `warpledger --help` lists all commands", *near)
               : "`warpledger --help` lists the commands"};
}

Error extra_word(const NamedCommand& command, const std::string& word) {
  Words options;
  for (const CLI::Option* option : options_of(*command.app))
    for (const std::string& name : split(option->get_name(false, true), ','))
      if (name.starts_with('-')) options.push_back(name);
  if (word.starts_with("-")) {
    const std::string name = word.substr(0, word.find('='));
    return {fmt::format("`warpledger {}` has no option '{}'", command.name, name), did_you_mean(name, options)};
  }
  const bool by_option = std::ranges::count(options, "--experiment") > 0;  // most commands take it as a positional
  return {fmt::format("`warpledger {}` does not take '{}'", command.name, word),
          fmt::format("{}usage: {}; `warpledger {} --help`",
                      by_option ? "an experiment is named by --experiment; " : "", usage_of(command), command.name)};
}

Error usage_error(const CLI::ParseError& error, const CLI::App& program, const NamedCommand& command) {
  const Words extras = command.app->remaining();
  if (extras.empty())
    return {plain_words(error), fmt::format("usage: {}; `warpledger {} --help`", usage_of(command), command.name)};
  if (commands_of(*command.app).empty()) return extra_word(command, extras[0]);
  return no_command(program, command.name.empty() ? extras[0] : command.name + " " + extras[0]);
}

/// Opens the log and removes --log from `words`.
void take_log(Words& words) {
  constexpr std::string_view kOption = "--log", kWithValue = "--log=";
  const auto end = std::ranges::find(words, "--");
  const auto option = std::find_if(
      words.begin(), end, [&](const std::string& word) { return word == kOption || word.starts_with(kWithValue); });
  if (option == end) return;
  const bool has_value = *option != kOption;
  if (!has_value && option + 1 == end) throw Error("--log needs a value", "name the file: --log FILE");
  open_log(has_value ? option->substr(kWithValue.size()) : option[1]);
  words.erase(option, option + (has_value ? 1 : 2));
}

void take_after_dashes(CLI::App& command, Words& words) {
  CLI::Option* const argument = command.get_option_no_throw(kAfterDashes);
  const auto dashes = std::ranges::find(words, "--");
  if (argument == nullptr || dashes == words.end()) return;
  std::for_each(dashes + 1, words.end(), [&](const std::string& word) { argument->add_result(word); });
  words.erase(dashes, words.end());
}

void run(CLI::App& program, Words words) {
  CLI::App* app = &program;
  std::string name;
  take_log(words);
  log("warpledger {}", join(words, " "));
  while (CLI::App* const below = words.empty() ? nullptr : command_below(*app, words[0])) {
    app = below;
    name += (name.empty() ? "" : " ") + words[0];
    words.erase(words.begin());
  }
  take_after_dashes(*app, words);
  std::ranges::reverse(words);  // CLI11 reads them from the end
  try {
    app->parse(std::move(words));
  } catch (const CLI::CallForHelp&) {
    std::cout << help_of({name, app}, line_width(STDOUT_FILENO).columns);
  } catch (const CLI::CallForVersion& version) {
    std::cout << version.what() << '\n';
  } catch (const CLI::ParseError& error) {
    throw usage_error(error, program, {name, app});
  }
}

}  // namespace

int run_command_line(std::span<const CommandRow> table, int argc, const char* const* argv) {
  int exit_code = kAllOk;
  CLI::App program(kAboutProgram, "warpledger");
  const Words words(argv + 1, argv + argc);
  if (words.empty()) throw Error("no command given", "`warpledger --help` lists the commands");
  declare(program, table, words, exit_code);
  if (words[0] == "complete")
    print_completions(program, std::span(words).subspan(1));
  else if (words[0] == "manual")
    std::cout << man_page(program);
  else
    run(program, words);
  return exit_code;
}

}  // namespace warpledger
