#include "command/completion.h"

#include <fmt/format.h>

#include <algorithm>
#include <iostream>
#include <memory>

#include "command/command.h"

namespace warpledger {
namespace {

constexpr const char* kBash = R"script(# bash completion for warpledger, made by `warpledger completion bash`
_warpledger() {
  local word="${COMP_WORDS[COMP_CWORD]}" line
  COMPREPLY=()
  while IFS=$'\t' read -r line _; do
    case "$line" in
      :files) COMPREPLY+=($(compgen -f -- "$word")) ;;
      :folders) COMPREPLY+=($(compgen -d -- "$word")) ;;
      :list*) COMPREPLY+=($(compgen -W "$(warpledger list "${line#:list }" --names 2>/dev/null)" -- "$word")) ;;
      "$word"*) COMPREPLY+=("$line") ;;
    esac
  done < <(warpledger complete "${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
}
complete -o filenames -F _warpledger warpledger
)script";

constexpr const char* kZsh = R"script(#compdef warpledger
# zsh completion for warpledger, made by `warpledger completion zsh`
_warpledger() {
  local word about
  local -a candidates
  while IFS=$'\t' read -r word about; do
    case $word in
      :files) _files ;;
      :folders) _files -/ ;;
      :list*) compadd -- ${(f)"$(warpledger list ${word#:list } --names 2>/dev/null)"} ;;
      *) candidates+=("${word//:/\\:}:$about") ;;
    esac
  done < <(warpledger complete "${(@)words[2,CURRENT]}" 2>/dev/null)
  (( $#candidates )) && _describe warpledger candidates
}
compdef _warpledger warpledger
)script";

constexpr const char* kFish = R"script(# fish completion for warpledger, made by `warpledger completion fish`
function __warpledger_completions
  set -l words (commandline -cpo) (commandline -ct)
  for line in (warpledger complete $words[2..] 2>/dev/null)
    switch $line
      case ':files'
        __fish_complete_path (commandline -ct)
      case ':folders'
        __fish_complete_directories (commandline -ct)
      case ':list *'
        warpledger list (string replace ':list ' '' -- $line) --names 2>/dev/null
      case '*'
        echo $line
    end
  end
end
complete -c warpledger -f -a '(__warpledger_completions)'
)script";

/// A word and what it means, which is shortened: it is beside the word.
std::string line_of(const std::string& word, const std::string& about = "") {
  return fmt::format("{}\t{}\n", word, about.substr(0, about.find_first_of(";\n\t")));
}

/// What may be an argument's value.
std::string values_of(const ArgumentInfo& argument) {
  std::string lines;
  for (const std::string& word : argument.words) lines += line_of(word);
  const std::string& value = argument.value_name;
  if (value == "DEVICE") return line_of("auto") + line_of("cuda") + line_of("host");
  if (value == "FILE" || value == "PATH") return ":files\n";
  if (value == "FOLDER") return ":folders\n";
  if (value == "EXPERIMENT") return ":list experiments\n:files\n";
  if (value == "REPORT") return ":list reports\n:files\n";
  if (value == "RUN") return ":list runs\n" + line_of("latest");
  return lines;
}

/// The words that follow `before`, the first words of commands such as "ledger merge", which stand with a blank behind.
std::string next_words(std::span<const CommandInfo> commands, const std::string& before) {
  std::vector<std::string> told;
  std::string lines;
  for (const CommandInfo& command : commands) {
    if (command.group.empty() || !command.name.starts_with(before)) continue;
    const std::string rest = command.name.substr(before.size());
    const std::size_t blank = rest.find(' ');
    const std::string word = rest.substr(0, blank);
    if (std::ranges::count(told, word) > 0) continue;
    told.push_back(word);
    lines += line_of(word, blank == std::string::npos ? command.about : command.group);
  }
  return lines;
}

std::string options_of(const CommandInfo& command) {
  std::string lines;
  for (const ArgumentInfo& argument : command.arguments)
    if (!argument.positional())
      for (const std::string& name : argument.names()) lines += line_of(name, argument.about);
  return lines + line_of("--help", "print this help");
}

std::string arguments_of(const CommandInfo& command, const std::string& before, const std::string& word) {
  for (const ArgumentInfo& argument : command.arguments)
    if (!argument.positional() && !argument.value_name.empty() && std::ranges::count(argument.names(), before) > 0)
      return values_of(argument);
  if (word.starts_with('-')) return options_of(command);
  const auto positional = std::ranges::find_if(command.arguments, &ArgumentInfo::positional);
  return positional == command.arguments.end() ? "" : values_of(*positional);
}

}  // namespace

std::string completions(std::span<const CommandInfo> commands, std::span<const std::string> words) {
  if (words.size() < 2)
    return next_words(commands, "") + line_of("--help", "print the commands") + line_of("--version");
  std::string name = words[0];
  if (std::string second = next_words(commands, name + " "); !second.empty()) {
    if (words.size() == 2) return second;
    name += " " + words[1];
  }
  const auto command = std::ranges::find(commands, name, &CommandInfo::name);
  return command == commands.end() ? "" : arguments_of(*command, words[words.size() - 2], words.back());
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
      "  warpledger completion fish > ~/.config/fish/completions/warpledger.fish\n");
  arguments.run([script] {
    std::cout << *script;
    return kAllOk;
  });
}

}  // namespace warpledger
