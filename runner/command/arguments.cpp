#include "command/arguments.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <charconv>
#include <cmath>

#include "base/duration.h"
#include "base/error.h"
#include "base/shell_command.h"
#include "base/text.h"

namespace warpledger {
namespace {

/// "--output" of "-o,--output": what messages call an argument.
std::string called(const std::string& names) { return names.substr(names.rfind(',') + 1); }

/// The number that `text` is from end to end.
template <class Number>
std::optional<Number> parsed(const std::string& text) {
  Number value{};
  const char* const end = text.data() + text.size();
  const auto [stop, problem] = std::from_chars(text.data(), end, value);
  if (problem != std::errc() || stop != end) return std::nullopt;
  return value;
}

constexpr const char* kDurationHint = "write 8h, 2h30min, 90s, or a number of seconds";
constexpr double kLongest_s = 1e9;  // some 30 years: what a clock can be set to, with room

/// With a unit, or a whole number of seconds.
std::optional<double> duration_in(const std::string& text) {
  if (const auto whole = parsed<std::int64_t>(text); whole && *whole >= 0) return static_cast<double>(*whole);
  return seconds_in(text);
}

void refuse_empty(const std::string& name, const std::string& value) {
  if (value.empty()) throw Error(fmt::format("{}: the value is empty", name), "write a value, or remove the option");
}

void require_word(const std::string& name, const std::string& word, const std::vector<std::string>& words) {
  if (!words.empty() && std::ranges::count(words, word) == 0)
    throw Error(fmt::format("{}: unknown word '{}'", name, word), did_you_mean(word, words));
}

}  // namespace

const CommandArgument& CommandArgument::required() const {
  option_->required();
  info_->required = true;
  return *this;
}

const CommandArgument& CommandArgument::value_name(const char* name) const {
  info_->value_name = name;
  return *this;
}

const CommandArgument& CommandArgument::needs(const CommandArgument& other) const {
  option_->needs(other.option_);
  return *this;
}

const CommandArgument& CommandArgument::excludes(const CommandArgument& other) const {
  option_->excludes(other.option_);
  return *this;
}

bool CommandArgument::given() const { return option_->count() > 0; }

CommandArgument Arguments::declared(CLI::Option* option, ArgumentInfo info) {
  info_.arguments.push_back(std::move(info));
  return {option, &info_.arguments.back()};
}

CommandArgument Arguments::one(const char* names, const std::string& about, const std::string& default_value,
                               TakeText take) {
  const auto checked = [name = called(names), take = std::move(take)](const std::string& value) {
    refuse_empty(name, value);
    take(value);
  };
  return declared(app_.add_option_function<std::string>(names, checked),
                  {.name = names, .value_name = "TEXT", .about = about, .default_value = default_value});
}

CommandArgument Arguments::text(const char* names, std::string& value, const std::string& about) {
  return one(names, about, value, [&value](const std::string& given) { value = given; });
}

CommandArgument Arguments::text(const char* names, std::optional<std::string>& value, const std::string& about) {
  return one(names, about, "", [&value](const std::string& given) { value = given; });
}

CommandArgument Arguments::repeated(const char* names, std::vector<std::string>& values, const std::string& about) {
  return declared(app_.add_option(names, values)->take_all()->allow_extra_args(false),
                  {.name = names, .value_name = "TEXT", .about = about, .repeats = true});
}

CommandArgument Arguments::list(const char* names, std::vector<std::string>& values, const std::string& about) {
  return declared(app_.add_option(names, values),
                  {.name = names, .value_name = "TEXT", .about = about, .repeats = true});
}

CommandArgument Arguments::after_dashes(const char* name, std::vector<std::string>& values, const std::string& about) {
  after_dashes_ = &values;
  // CLI11 knows of it for --help alone: the words are taken before it sees them.
  return declared(nullptr, {.name = name, .value_name = "TEXT", .about = about, .repeats = true});
}

CommandArgument Arguments::comma_list(const char* names, std::vector<std::string>& values,
                                      std::vector<std::string> words, const std::string& about) {
  const auto take = [&values, words, name = called(names)](const std::vector<std::string>& given) {
    for (const std::string& word : given) refuse_empty(name, word), require_word(name, word, words);
    values = given;
  };
  CLI::Option* option = app_.add_option_function<std::vector<std::string>>(names, take);
  return declared(option->delimiter(',')->allow_extra_args(false),
                  {.name = names, .value_name = "TEXT", .about = about, .words = std::move(words), .repeats = true});
}

CommandArgument Arguments::text_or(const char* without, const char* names, std::optional<std::string>& value,
                                   const std::string& about) {
  const auto take = [&value, without](const std::string& given) { value = given.empty() ? without : given; };
  return declared(app_.add_option_function<std::string>(names, take)->expected(0, 1),
                  {.name = names, .value_name = "TEXT", .about = about, .optional_value = true});
}

CommandArgument Arguments::flag(const char* names, bool& value, const std::string& about) {
  return declared(app_.add_flag_callback(names, [&value] { value = true; }), {.name = names, .about = about});
}

CommandArgument Arguments::number(const char* names, std::optional<double>& value, const std::string& about) {
  const auto take = [&value, name = called(names)](const std::string& given) {
    value = parsed<double>(given);
    if (!value) throw Error(fmt::format("{}: '{}' is not a number", name, given), "write one like 2 or -0.5");
  };
  return one(names, about, "", take).value_name("N");
}

CommandArgument Arguments::whole_as(const char* names, const std::string& about, const std::string& default_value,
                                    Range range, std::function<void(std::int64_t)> take) {
  const bool bounded = range.highest != std::numeric_limits<std::int64_t>::max();
  const std::string wanted = bounded ? fmt::format("a whole number from {} to {}", range.lowest, range.highest)
                                     : fmt::format("a whole number of {} or more", range.lowest);
  const auto check = [name = called(names), range, wanted, take = std::move(take)](const std::string& given) {
    const auto value = parsed<std::int64_t>(given);
    if (!value || *value < range.lowest || *value > range.highest)
      throw Error(fmt::format("{}: '{}' is not {}", name, given, wanted), "write " + wanted);
    take(*value);
  };
  return one(names, about, default_value, check).value_name("N");
}

CommandArgument Arguments::duration(const char* names, std::optional<double>& seconds, const std::string& about) {
  const auto take = [&seconds, name = called(names)](const std::string& given) {
    seconds = duration_in(given);
    if (!seconds || *seconds > kLongest_s)
      throw Error(fmt::format("{}: '{}' is no duration up to {:.0f} s", name, given, kLongest_s), kDurationHint);
  };
  return one(names, about, "", take).value_name("DURATION");
}

CommandArgument Arguments::duration(const char* names, int& seconds, const std::string& about, int lowest,
                                    int highest) {
  const auto take = [&seconds, name = called(names), lowest, highest](const std::string& given) {
    const std::optional<double> value = duration_in(given);
    if (!value || *value < lowest || *value > highest || *value != std::floor(*value))
      throw Error(fmt::format("{}: '{}' is no duration of {} to {} whole seconds", name, given, lowest, highest),
                  kDurationHint);
    seconds = static_cast<int>(*value);
  };
  return one(names, about, fmt::format("{}s", seconds), take).value_name("DURATION");
}

CommandArgument Arguments::choice_as(const char* names, const std::string& about, std::vector<std::string> words,
                                     std::function<void(std::size_t)> take) {
  const auto check = [name = called(names), words, take = std::move(take)](const std::string& given) {
    require_word(name, given, words);
    take(static_cast<std::size_t>(std::ranges::find(words, given) - words.begin()));
  };
  const CommandArgument argument = one(names, about, "", check);
  info_.arguments.back().words = std::move(words);
  return argument;
}

Arguments Arguments::exactly_one_of(const char* called) {
  CLI::App* group = app_.add_option_group(called);
  group->require_option(1);
  return {*group, info_, exit_code_};
}

void Arguments::run(std::function<int()> command) {
  app_.callback([command = std::move(command), &exit_code = exit_code_] { exit_code = command(); });
}

std::string Arguments::words_given() const {
  std::vector<std::string> words = {app_.get_name()};
  for (const CLI::Option* option : app_.get_options()) {
    if (option->empty()) continue;
    const bool is_named = !option->get_positional(), is_flag = option->get_expected_max() == 0;
    if (is_named && is_flag) words.push_back(option->get_name());
    if (is_flag) continue;
    for (const std::string& value : option->results()) {  // an option that takes one value at a time is repeated
      if (is_named) words.push_back(option->get_name());
      if (!value.empty()) words.push_back(value);
    }
  }
  if (after_dashes_ && !after_dashes_->empty()) {
    words.emplace_back("--");
    words.insert(words.end(), after_dashes_->begin(), after_dashes_->end());
  }
  return shell_command(words);
}

}  // namespace warpledger
