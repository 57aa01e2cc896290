#include "command/arguments.h"

#include <fmt/format.h>

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <algorithm>
#include <charconv>
#include <cmath>

#include "base/duration.h"
#include "base/error.h"
#include "base/shell_command.h"
#include "base/text.h"

namespace warpledger {
namespace {

constexpr const char* kDurationHint = "write 8h, 2h30min, 90s, or a number of seconds";
constexpr double kLongest_s = 1e9;  // 30 years; below the limit of every clock

/// "--output" of "-o,--output".
std::string called(const std::string& names) { return names.substr(names.rfind(',') + 1); }

/// Parses all of `text` as a number.
template <class Number>
std::optional<Number> parsed(const std::string& text) {
  Number value{};
  const char* const end = text.data() + text.size();
  const auto [stop, problem] = std::from_chars(text.data(), end, value);
  return problem == std::errc() && stop == end ? std::optional(value) : std::nullopt;
}

/// Parses a duration with a unit, or a whole number of seconds.
std::optional<double> duration_in(const std::string& text) {
  if (const auto whole = parsed<std::int64_t>(text); whole && *whole >= 0) return static_cast<double>(*whole);
  return seconds_in(text);
}

void refuse_empty(const std::string& name, const std::string& value) {
  if (value.empty()) throw Error(fmt::format("{}: the value is empty", name), "write a value, or remove the option");
}

std::size_t index_of(const std::string& name, const std::string& word, const std::vector<std::string>& allowed) {
  const auto found = std::ranges::find(allowed, word);
  if (found == allowed.end())
    throw Error(fmt::format("{}: unknown word '{}'", name, word), did_you_mean(word, allowed));
  return static_cast<std::size_t>(found - allowed.begin());
}

}  // namespace

const CommandArgument& CommandArgument::required() const { return option_->required(), *this; }

const CommandArgument& CommandArgument::value_name(const std::string& name) const {
  return option_->type_name(name), *this;
}

const CommandArgument& CommandArgument::needs(const CommandArgument& other) const {
  return option_->needs(other.option_), *this;
}

const CommandArgument& CommandArgument::excludes(const CommandArgument& other) const {
  return option_->excludes(other.option_), *this;
}

bool CommandArgument::given() const { return option_->count() > 0; }

CommandArgument Arguments::one(Names names, About about, const std::string& default_value, const Kind& kind,
                               std::function<bool(const std::string&)> take) {
  const auto checked = [name = called(names), kind, take = std::move(take)](const std::string& given) {
    refuse_empty(name, given);
    if (!take(given)) throw Error(fmt::format("{}: '{}' is not {}", name, given, kind.wanted), kind.hint);
  };
  CLI::Option* option = app_.add_option_function<std::string>(names, checked, about);
  return CommandArgument(option->default_str(default_value)->type_name(kind.value_name));
}

CommandArgument Arguments::text(Names names, std::string& value, About about) {
  return one(names, about, value, {"TEXT", "", ""}, [&](const std::string& given) { return value = given, true; });
}

CommandArgument Arguments::text(Names names, std::optional<std::string>& value, About about) {
  return one(names, about, "", {"TEXT", "", ""}, [&](const std::string& given) { return value = given, true; });
}

CommandArgument Arguments::text_or_latest(Names names, std::optional<std::string>& value, About about) {
  const auto take = [&value](const std::string& given) { value = given.empty() ? "latest" : given; };
  return CommandArgument(app_.add_option_function<std::string>(names, take, about)->expected(0, 1));
}

CommandArgument Arguments::repeated(Names names, Words& values, About about) {
  return CommandArgument(app_.add_option(names, values, about)->take_all()->allow_extra_args(false));
}

CommandArgument Arguments::list(Names names, Words& values, About about) {
  return CommandArgument(app_.add_option(names, values, about));
}

CommandArgument Arguments::after_dashes(Words& values, About about) {
  // CLI11 fills a positional only if it is required or allows extra arguments, which this one must not. Its unlimited
  // maximum is reserved for the command's one unlimited positional.
  constexpr int kMost = 1 << 20;
  return CommandArgument(app_.add_option(kAfterDashes, values, about)->expected(0, kMost)->allow_extra_args(false));
}

CommandArgument Arguments::comma_list(Names names, Words& values, const Words& allowed, About about) {
  const auto take = [&values, allowed, name = called(names)](const Words& given) {
    for (const std::string& word : given) refuse_empty(name, word);
    for (const std::string& word : given)
      if (!allowed.empty()) index_of(name, word, allowed);
    values = given;
  };
  CLI::Option* option = app_.add_option_function<Words>(names, take, about);
  return CommandArgument(option->delimiter(',')->allow_extra_args(false)->type_name(join(allowed, ",")));
}

CommandArgument Arguments::flag(Names names, bool& value, About about) {
  return CommandArgument(app_.add_flag_callback(
      names, [&value] { value = true; }, about));
}

CommandArgument Arguments::number(Names names, std::optional<double>& value, About about) {
  return one(names, about, "", {"N", "a number", "write one like 2 or -0.5"},
             [&value](const std::string& given) { return (value = parsed<double>(given)).has_value(); });
}

CommandArgument Arguments::whole_as(Names names, About about, std::int64_t lowest, std::int64_t highest,
                                    const std::string& default_value, std::function<void(std::int64_t)> take) {
  const std::string wanted = highest == std::numeric_limits<std::int64_t>::max()
                                 ? fmt::format("a whole number of {} or more", lowest)
                                 : fmt::format("a whole number from {} to {}", lowest, highest);
  const auto check = [lowest, highest, take = std::move(take)](const std::string& given) {
    const auto value = parsed<std::int64_t>(given);
    const bool fits = value && *value >= lowest && *value <= highest;
    if (fits) take(*value);
    return fits;
  };
  return one(names, about, default_value, {"N", wanted, "write " + wanted}, check);
}

CommandArgument Arguments::duration(Names names, std::optional<double>& seconds, About about) {
  return one(names, about, "", {"DURATION", fmt::format("a duration up to {:.0f} s", kLongest_s), kDurationHint},
             [&seconds](const std::string& given) {
               seconds = duration_in(given);
               return seconds && *seconds <= kLongest_s;
             });
}

CommandArgument Arguments::duration(Names names, int& seconds, About about, int lowest, int highest) {
  const std::string wanted = fmt::format("a duration of {} to {} whole seconds", lowest, highest);
  return one(names, about, fmt::format("{}s", seconds), {"DURATION", wanted, kDurationHint},
             [&seconds, lowest, highest](const std::string& given) {
               const double value = duration_in(given).value_or(-1);
               const bool fits = value >= lowest && value <= highest && value == std::floor(value);
               if (fits) seconds = static_cast<int>(value);
               return fits;
             });
}

CommandArgument Arguments::choice_as(Names names, About about, const Words& allowed,
                                     std::function<void(std::size_t)> take) {
  const auto check = [name = called(names), allowed, take = std::move(take)](const std::string& given) {
    return take(index_of(name, given, allowed)), true;
  };
  return one(names, about, "", {join(allowed, "|"), "", ""}, check);
}

Arguments Arguments::exactly_one_of(const std::string& called) {
  CLI::App* group = app_.add_option_group(called);
  group->require_option(1);
  group->set_help_flag();
  return {*group, words_, exit_code_};
}

void Arguments::explain(const std::string& text) { app_.footer(text); }

void Arguments::run(std::function<int()> command) {
  app_.callback([command = std::move(command), &exit_code = exit_code_] { exit_code = command(); });
}

std::string Arguments::words_given() const { return shell_command(words_); }

}  // namespace warpledger
