#include "command/completion.h"

#include <fmt/format.h>

#include <algorithm>
#include <iostream>
#include <memory>
#include <optional>

#include "base/text.h"
#include "command/command.h"

namespace warpledger {
namespace {

/// What a shell offers for an argument's value.
struct Offer {
  enum class Kind { nothing, words, files, folders, names } kind = Kind::nothing;
  std::string words;  ///< with spaces between them; of `names` what `warpledger list` calls them
};

Offer offer_of(const ArgumentInfo& argument) {
  const std::string& value = argument.value_name;
  if (!argument.words.empty()) return {Offer::Kind::words, join(argument.words, " ")};
  if (value == "DEVICE") return {Offer::Kind::words, "auto cuda host"};
  if (value == "FILE" || value == "PATH") return {Offer::Kind::files, ""};
  if (value == "FOLDER") return {Offer::Kind::folders, ""};
  if (value == "EXPERIMENT") return {Offer::Kind::names, "experiments"};
  if (value == "REPORT") return {Offer::Kind::names, "reports"};
  if (value == "RUN") return {Offer::Kind::names, "runs"};
  return {};
}

std::string option_words(const CommandInfo& command) {
  std::vector<std::string> words = {"--help"};
  for (const ArgumentInfo& argument : command.arguments)
    if (!argument.positional())
      for (const std::string& name : argument.names()) words.push_back(name);
  return join(words, " ");
}

const ArgumentInfo* first_positional(const CommandInfo& command) {
  const auto found = std::ranges::find_if(command.arguments, &ArgumentInfo::positional);
  return found == command.arguments.end() ? nullptr : &*found;
}

std::vector<std::string> command_names(std::span<const CommandInfo> commands) {
  std::vector<std::string> names;
  for (const CommandInfo& command : commands)
    if (!command.group.empty()) names.push_back(command.name);
  return names;
}

/// How bash makes its replies of an offer.
std::string bash_reply(const Offer& offer) {
  switch (offer.kind) {
    case Offer::Kind::words:
      return fmt::format("COMPREPLY=($(compgen -W '{}' -- \"$word\"))", offer.words);
    case Offer::Kind::names:
      return fmt::format("COMPREPLY=($(compgen -W \"$(warpledger list {} --names 2>/dev/null)\" -f -- \"$word\"))",
                         offer.words);
    case Offer::Kind::files:
      return "COMPREPLY=($(compgen -f -- \"$word\"))";
    case Offer::Kind::folders:
      return "COMPREPLY=($(compgen -d -- \"$word\"))";
    case Offer::Kind::nothing:
      break;
  }
  return ":";
}

std::string fish_offer(const Offer& offer) {
  switch (offer.kind) {
    case Offer::Kind::words:
      return fmt::format(" -x -a '{}'", offer.words);
    case Offer::Kind::names:
      return fmt::format(" -a '(warpledger list {} --names 2>/dev/null)'", offer.words);
    case Offer::Kind::files:
      return " -F";
    case Offer::Kind::folders:
      return " -x -a '(__fish_complete_directories)'";
    case Offer::Kind::nothing:
      break;
  }
  return " -x";
}

std::string zsh_action(const Offer& offer) {
  switch (offer.kind) {
    case Offer::Kind::words:
      return fmt::format("({})", offer.words);
    case Offer::Kind::names:
      return fmt::format("{{ compadd -- ${{(f)\"$(warpledger list {} --names 2>/dev/null)\"}}; _files }}", offer.words);
    case Offer::Kind::files:
      return "_files";
    case Offer::Kind::folders:
      return "_files -/";
    case Offer::Kind::nothing:
      break;
  }
  return " ";
}

/// `text` for a single-quoted word, with `special` escaped by backslashes; shortened, as it stands beside a word.
std::string short_text(const std::string& text, std::string_view special) {
  constexpr std::size_t kMost = 70;
  std::string result;
  for (const char c : text.substr(0, text.find_first_of(";\n"))) {
    if (result.size() >= kMost && c == ' ') break;
    if (c == '\'') {
      result += "'\\''";
      continue;
    }
    if (special.find(c) != std::string_view::npos) result += '\\';
    result += c;
  }
  return result;
}

/// One argument as zsh's _arguments takes it.
std::string zsh_spec(const ArgumentInfo& argument, const std::string& name) {
  const std::string about = short_text(argument.about, "[]:\\");
  const std::string action = fmt::format(":{}:{}", argument.value_name, zsh_action(offer_of(argument)));
  if (argument.positional()) return fmt::format("'{}{}'", argument.repeats ? "*" : "", action);
  return fmt::format("'{}{}[{}]{}'", argument.repeats ? "*" : "", name, about,
                     argument.value_name.empty() ? "" : action);
}

}  // namespace

std::string bash_completion(std::span<const CommandInfo> commands) {
  std::string values, options, positionals;
  for (const CommandInfo& command : commands) {
    if (command.group.empty()) continue;
    for (const ArgumentInfo& argument : command.arguments) {
      if (argument.positional() || argument.value_name.empty()) continue;
      for (const std::string& name : argument.names())
        values += fmt::format("    {}:{}) {}; return ;;\n", command.name, name, bash_reply(offer_of(argument)));
    }
    options += fmt::format("    {}) words='{}' ;;\n", command.name, option_words(command));
    if (const ArgumentInfo* positional = first_positional(command))
      positionals += fmt::format("    {}) {} ;;\n", command.name, bash_reply(offer_of(*positional)));
  }
  return fmt::format(
      "# bash completion for warpledger, made by `warpledger completion bash`\n"
      "_warpledger() {{\n"
      "  local word=\"${{COMP_WORDS[COMP_CWORD]}}\" command=\"${{COMP_WORDS[1]}}\" words=''\n"
      "  COMPREPLY=()\n"
      "  if [ \"$COMP_CWORD\" -eq 1 ]; then\n"
      "    COMPREPLY=($(compgen -W '{} --help --version' -- \"$word\"))\n"
      "    return\n"
      "  fi\n"
      "  case \"$command:${{COMP_WORDS[COMP_CWORD - 1]}}\" in\n{}  esac\n"
      "  case \"$command\" in\n{}  esac\n"
      "  if [[ $word == -* ]]; then\n"
      "    COMPREPLY=($(compgen -W \"$words\" -- \"$word\"))\n"
      "    return\n"
      "  fi\n"
      "  case \"$command\" in\n{}  esac\n"
      "}}\n"
      "complete -o filenames -F _warpledger warpledger\n",
      join(command_names(commands), " "), values, options, positionals);
}

std::string zsh_completion(std::span<const CommandInfo> commands) {
  std::string list, cases;
  for (const CommandInfo& command : commands) {
    if (command.group.empty()) continue;
    list += fmt::format("    '{}:{}'\n", command.name, short_text(command.about, ":\\"));
    std::string specs = "'--help[print the help of this command]'";
    for (const ArgumentInfo& argument : command.arguments)
      for (const std::string& name : argument.names()) specs += " \\\n        " + zsh_spec(argument, name);
    cases += fmt::format("    {})\n      _arguments {} ;;\n", command.name, specs);
  }
  return fmt::format(
      "#compdef warpledger\n"
      "# zsh completion for warpledger, made by `warpledger completion zsh`\n"
      "_warpledger() {{\n"
      "  local -a commands=(\n{}  )\n"
      "  if (( CURRENT == 2 )); then\n"
      "    _describe command commands\n"
      "    return\n"
      "  fi\n"
      "  local command=$words[2]\n"
      "  shift words\n"
      "  (( CURRENT-- ))\n"
      "  case $command in\n{}  esac\n"
      "}}\n"
      "compdef _warpledger warpledger\n",
      list, cases);
}

std::string fish_completion(std::span<const CommandInfo> commands) {
  std::string lines = "# fish completion for warpledger, made by `warpledger completion fish`\n";
  for (const CommandInfo& command : commands) {
    if (command.group.empty()) continue;
    lines += fmt::format("complete -c warpledger -f -n __fish_use_subcommand -a {} -d '{}'\n", command.name,
                         short_text(command.about, "\\"));
    const std::string in_command =
        fmt::format("complete -c warpledger -n '__fish_seen_subcommand_from {}'", command.name);
    for (const ArgumentInfo& argument : command.arguments) {
      std::string names;
      if (!argument.positional())
        for (const std::string& name : argument.names())
          names += name.starts_with("--") ? " -l " + name.substr(2) : " -s " + name.substr(1);
      const std::string offer = argument.value_name.empty() ? "" : fish_offer(offer_of(argument));
      const std::string required = argument.positional() || argument.value_name.empty() ? "" : " -r";
      lines += fmt::format("{}{}{}{} -d '{}'\n", in_command, names, required, offer, short_text(argument.about, "\\"));
    }
  }
  return lines;
}

void add_completion(Arguments& arguments, const DescribeCommands& describe) {
  using Script = std::string (*)(std::span<const CommandInfo>);
  auto script = std::make_shared<Script>(bash_completion);
  arguments
      .choice<Script>("shell", *script, {{"bash", bash_completion}, {"zsh", zsh_completion}, {"fish", fish_completion}},
                      "bash, zsh or fish")
      .required();
  arguments.explain(
      "Examples:\n"
      "  source <(warpledger completion bash)\n"
      "  warpledger completion zsh > \"${fpath[1]}/_warpledger\"\n"
      "  warpledger completion fish > ~/.config/fish/completions/warpledger.fish\n");
  arguments.run([script, describe] {
    std::cout << (*script)(describe());
    return kAllOk;
  });
}

}  // namespace warpledger
