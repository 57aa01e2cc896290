#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <limits>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace warpledger {

/// An argument of a command, as --help, the man page and the shells' completions show it.
struct ArgumentInfo {
  std::string name;        ///< "experiment" of a positional, else "-o,--output"
  std::string value_name;  ///< "FILE"; empty for a flag
  std::string about;
  std::string default_value;       ///< empty: none
  std::vector<std::string> words;  ///< the only values allowed; empty: any
  bool required = false;
  bool repeats = false;
  bool optional_value = false;

  bool positional() const { return !name.starts_with('-'); }

  /// The names one by one: "-o" and "--output".
  std::vector<std::string> names() const {
    std::vector<std::string> names;
    std::size_t from = 0;
    for (std::size_t comma = name.find(','); comma != std::string::npos; comma = name.find(',', from)) {
      names.push_back(name.substr(from, comma - from));
      from = comma + 1;
    }
    names.push_back(name.substr(from));
    return names;
  }
};

/// A command as the table of main.cpp and its own declarations describe it.
struct CommandInfo {
  std::string name;
  std::string about;
  std::string group;                   ///< heading in --help; "" hides the command
  std::deque<ArgumentInfo> arguments;  ///< in the order of their declaration; a deque, so that each keeps its address
  std::string explanation;             ///< below the arguments: examples, exit codes
};

/// One declared argument of a command.
class CommandArgument {
 public:
  CommandArgument(CLI::Option* option, ArgumentInfo* info) : option_(option), info_(info) {}

  const CommandArgument& required() const;
  /// What --help calls its value, and by which shells know what to complete: FILE, FOLDER, EXPERIMENT, ...
  const CommandArgument& value_name(const char* name) const;
  /// Refused unless `other` is given as well.
  const CommandArgument& needs(const CommandArgument& other) const;
  /// Refused beside `other`.
  const CommandArgument& excludes(const CommandArgument& other) const;
  bool given() const;

 private:
  CLI::Option* option_;
  ArgumentInfo* info_;
};

/// What one command takes. A command declares its arguments here, and what runs once they are read. Values are checked
/// as they are read; an Error names the argument, what is wrong with its value and what would be right.
///
/// It stands between the commands and CLI11, whose headers and templates cost 8 s of compile time in every source that
/// declared an option: 40 % of the whole build.
class Arguments {
 public:
  Arguments(CLI::App& app, CommandInfo& info, int& exit_code) : app_(app), info_(info), exit_code_(exit_code) {}

  /// Any text but an empty one. `names`: "experiment" is positional, "-o,--output" is not.
  CommandArgument text(const char* names, std::string& value, const std::string& about);
  CommandArgument text(const char* names, std::optional<std::string>& value, const std::string& about);
  /// One value each time it is given.
  CommandArgument repeated(const char* names, std::vector<std::string>& values, const std::string& about);
  /// As many values as follow.
  CommandArgument list(const char* names, std::vector<std::string>& values, const std::string& about);
  /// The words that follow "--", whatever they look like.
  CommandArgument after_dashes(const char* name, std::vector<std::string>& values, const std::string& about);
  /// Values with commas between them, each one of `words` if there are any.
  CommandArgument comma_list(const char* names, std::vector<std::string>& values, std::vector<std::string> words,
                             const std::string& about);
  /// Its value may be left out and is `without` then: --resume, --resume 3f2a.
  CommandArgument text_or(const char* without, const char* names, std::optional<std::string>& value,
                          const std::string& about);
  CommandArgument flag(const char* names, bool& value, const std::string& about);
  CommandArgument number(const char* names, std::optional<double>& value, const std::string& about);

  /// A whole number from `lowest` to `highest`.
  template <class Whole>
  CommandArgument whole(const char* names, Whole& value, const std::string& about, std::int64_t lowest = 0,
                        std::int64_t highest = std::numeric_limits<std::int64_t>::max()) {
    return whole_as(names, about, std::to_string(value), {lowest, highest},
                    [&value](std::int64_t given) { value = static_cast<Whole>(given); });
  }

  template <class Whole>
  CommandArgument whole(const char* names, std::optional<Whole>& value, const std::string& about) {
    return whole_as(names, about, "", {0, std::numeric_limits<std::int64_t>::max()},
                    [&value](std::int64_t given) { value = static_cast<Whole>(given); });
  }

  /// A duration as in files, "90s" or "2h30min", or a number of seconds.
  CommandArgument duration(const char* names, std::optional<double>& seconds, const std::string& about);
  /// The same in whole seconds, from `lowest` to `highest`.
  CommandArgument duration(const char* names, int& seconds, const std::string& about, int lowest, int highest);

  /// One of some words; each is paired with what it means.
  template <class Meaning>
  CommandArgument choice(const char* names, Meaning& value, const std::vector<std::pair<std::string, Meaning>>& choices,
                         const std::string& about) {
    std::vector<std::string> words;
    for (const auto& [word, meaning] : choices) words.push_back(word);
    return choice_as(names, about, std::move(words),
                     [&value, choices](std::size_t chosen) { value = choices[chosen].second; });
  }

  /// Arguments of which exactly one must be given. `called`: what a message calls them together.
  Arguments exactly_one_of(const char* called);
  /// Text below the list of arguments.
  void explain(const std::string& text) { info_.explanation = text; }
  /// Whether the command takes words after "--"; take_after_dashes() gives them to it.
  bool takes_after_dashes() const { return after_dashes_ != nullptr; }
  void take_after_dashes(std::vector<std::string> words) { *after_dashes_ = std::move(words); }
  /// What runs when all arguments are read; it gives the exit code.
  void run(std::function<int()> command);

  /// The words that were given, for the record: "run quickstart --device host".
  std::string words_given() const;

 private:
  struct Range {
    std::int64_t lowest, highest;
  };
  using TakeText = std::function<void(const std::string&)>;

  /// A value that is one word and not empty.
  CommandArgument one(const char* names, const std::string& about, const std::string& default_value, TakeText take);
  CommandArgument whole_as(const char* names, const std::string& about, const std::string& default_value, Range range,
                           std::function<void(std::int64_t)> take);
  CommandArgument choice_as(const char* names, const std::string& about, std::vector<std::string> words,
                            std::function<void(std::size_t)> take);
  CommandArgument declared(CLI::Option* option, ArgumentInfo info);

  CLI::App& app_;
  CommandInfo& info_;
  int& exit_code_;
  std::vector<std::string>* after_dashes_ = nullptr;
};

}  // namespace warpledger
