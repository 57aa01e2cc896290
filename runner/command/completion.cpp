#include "command/completion.h"

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <algorithm>
#include <iostream>
#include <memory>

#include "base/split.h"
#include "command/command.h"
#include "command/help.h"

namespace warpledger {
namespace {

constexpr const char* kBash = R"script(# bash completion for warpledger, made by `warpledger completion bash`
_warpledger() {
  local IFS=$'\n'
  COMPREPLY=($(compgen -W "$(warpledger complete "${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null | cut -f1)" \
    -- "${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _warpledger warpledger
)script";

constexpr const char* kZsh = R"script(#compdef warpledger
# zsh completion for warpledger, made by `warpledger completion zsh`
_warpledger() {
  local -a lines=("${(@f)$(warpledger complete "${(@)words[2,CURRENT]}" 2>/dev/null)}")
  lines=("${(@)${(@)lines//:/\\:}/$'\t'/:}")
  if [[ -n "$lines" ]]; then _describe warpledger lines; else _files; fi
}
compdef _warpledger warpledger
)script";

constexpr const char* kFish = R"script(# fish completion for warpledger, made by `warpledger completion fish`
function __warpledger_completions
  set -l words (commandline -cpo) (commandline -ct)
  set -l lines (warpledger complete $words[2..] 2>/dev/null)
  test -n "$lines"; and printf '%s\n' $lines; or __fish_complete_path (commandline -ct)
end
complete -c warpledger -f -a '(__warpledger_completions)'
)script";

/// The meaning ends at the first semicolon.
void print_line(const std::string& word, const std::string& about = "") {
  std::cout << word << (about.empty() ? "" : "\t" + about.substr(0, about.find_first_of(";\n"))) << '\n';
}

void print_values(CLI::App& program, const std::string& value_name) {
  if (value_name == "EXPERIMENT") program.get_subcommand("list")->parse("experiments --names");
  if (value_name == "REPORT") program.get_subcommand("list")->parse("reports --names");
  if (value_name == "RUN") program.get_subcommand("list")->parse("runs --names");
  if (value_name == "RUN") print_line("latest");
  if (value_name == "DEVICE") std::cout << "auto\ncuda\nhost\n";
  const char separator = value_name.find('|') == std::string::npos ? ',' : '|';
  if (value_name.find(separator) == std::string::npos) return;
  for (const std::string& word : split(value_name, separator)) print_line(word);
}

}  // namespace

void print_completions(CLI::App& program, std::span<const std::string> words) {
  CLI::App* app = &program;
  const std::string current = words.empty() ? "" : words.back();
  std::string before;
  while (words.size() > 1) {
    before = words[0];
    if (CLI::App* const next = command_below(*app, before)) app = next;
    words = words.subspan(1);
  }
  std::string positional;
  for (const CLI::Option* option : options_of(*app)) {
    if (option->get_positional() && positional.empty()) positional = option->get_type_name();
    if (option->check_name(before) && option->get_expected_max() > 0)
      return print_values(program, option->get_type_name());
  }
  for (const CLI::App* next : app->get_subcommands(
           [](const CLI::App* below) { return !below->get_name().empty() && !below->get_group().empty(); }))
    print_line(next->get_name(), next->get_description());
  if (!current.starts_with('-')) return print_values(program, positional);
  for (const CLI::Option* option : options_of(*app))
    if (!option->get_positional())
      for (const std::string& name : split(option->get_name(false, true), ','))
        print_line(name, option->get_description());
}

void add_completion(Arguments& arguments) {
  auto script = std::make_shared<const char*>(kBash);
  arguments
      .choice<const char*>("shell", *script, {{"bash", kBash}, {"zsh", kZsh}, {"fish", kFish}}, "bash, zsh or fish")
      .required();
  arguments.explain(
      "Examples:\n"
      "  source <(warpledger completion bash)\n"
      "  warpledger completion zsh > \"${fpath[1]}/_warpledger\"\n"
      "  warpledger completion fish > ~/.config/fish/completions/warpledger.fish");
  arguments.run([script] {
    std::cout << *script;
    return kAllOk;
  });
}

}  // namespace warpledger
