#pragma once

#include <cstdint>
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

class CommandArgument {
 public:
  explicit CommandArgument(CLI::Option* option) : option_(option) {}

  const CommandArgument& required() const;
  /// Names the value in --help. Shells complete EXPERIMENT, REPORT, RUN, DEVICE and the words of "a|b" by this name.
  const CommandArgument& value_name(const std::string& name) const;
  /// Requires `other`.
  const CommandArgument& needs(const CommandArgument& other) const;
  /// Forbids `other`.
  const CommandArgument& excludes(const CommandArgument& other) const;
  bool given() const;

 private:
  CLI::Option* option_;
};

/// Declares a command's arguments and its function. Checks each value as it is read; an Error names the argument, the
/// value and the expected values. `names`: "experiment" is positional, "-o,--output" is not.
///
/// Wraps CLI11, whose headers cost 9 s of compile time per source.
class Arguments {
 public:
  using Names = const char*;
  using About = const std::string&;
  using Words = std::vector<std::string>;

  /// `words`: the command line without the program's name. `exit_code` receives the result of the command.
  Arguments(CLI::App& app, const Words& words, int& exit_code) : app_(app), words_(words), exit_code_(exit_code) {}

  /// Any non-empty text.
  CommandArgument text(Names names, std::string& value, About about);
  CommandArgument text(Names names, std::optional<std::string>& value, About about);
  /// The text may be omitted, as in --resume or --resume 3f2a; "latest" then.
  CommandArgument text_or_latest(Names names, std::optional<std::string>& value, About about);
  /// A value per use of the option.
  CommandArgument repeated(Names names, Words& values, About about);
  /// All values that follow.
  CommandArgument list(Names names, Words& values, About about);
  /// The words after "--"; --help shows them as [arguments]...
  CommandArgument after_dashes(Words& values, About about);
  /// Values separated by commas; each one of `allowed` unless that is empty.
  CommandArgument comma_list(Names names, Words& values, const Words& allowed, About about);
  CommandArgument flag(Names names, bool& value, About about);
  CommandArgument number(Names names, std::optional<double>& value, About about);
  /// "90s", "2h30min", or a number of seconds.
  CommandArgument duration(Names names, std::optional<double>& seconds, About about);
  /// Whole seconds from `lowest` to `highest`.
  CommandArgument duration(Names names, int& seconds, About about, int lowest, int highest);

  template <class Whole>
  CommandArgument whole(Names names, Whole& value, About about, std::int64_t lowest = 0,
                        std::int64_t highest = std::numeric_limits<std::int64_t>::max()) {
    return whole_as(names, about, lowest, highest, std::to_string(value),
                    [&value](std::int64_t given) { value = static_cast<Whole>(given); });
  }
  template <class Whole>
  CommandArgument whole(Names names, std::optional<Whole>& value, About about) {
    return whole_as(names, about, 0, std::numeric_limits<std::int64_t>::max(), "",
                    [&value](std::int64_t given) { value = static_cast<Whole>(given); });
  }

  /// A word of `choices`, each paired with its meaning.
  template <class Meaning>
  CommandArgument choice(Names names, Meaning& value, const std::vector<std::pair<std::string, Meaning>>& choices,
                         About about) {
    Words allowed;
    for (const auto& [word, meaning] : choices) allowed.push_back(word);
    return choice_as(names, about, allowed, [&value, choices](std::size_t i) { value = choices[i].second; });
  }

  /// Arguments of which exactly one is required. `called`: their common name in messages.
  Arguments exactly_one_of(const std::string& called);
  /// Text below the arguments in --help.
  void explain(const std::string& text);
  /// Sets the function that runs after parsing; it returns the exit code.
  void run(std::function<int()> command);
  /// The command line without the program's name, for the record: "run quickstart --device host".
  std::string words_given() const;

 private:
  struct Kind {
    std::string value_name, wanted, hint;
  };

  /// `take` returns false if it rejects the word.
  CommandArgument one(Names names, About about, const std::string& default_value, const Kind& kind,
                      std::function<bool(const std::string&)> take);
  CommandArgument whole_as(Names names, About about, std::int64_t lowest, std::int64_t highest,
                           const std::string& default_value, std::function<void(std::int64_t)> take);
  CommandArgument choice_as(Names names, About about, const Words& allowed, std::function<void(std::size_t)> take);

  CLI::App& app_;
  const Words& words_;
  int& exit_code_;
};

/// CLI11's name for the words after "--".
inline constexpr const char* kAfterDashes = "arguments";

}  // namespace warpledger
