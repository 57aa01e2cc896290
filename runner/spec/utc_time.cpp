#include "spec/utc_time.h"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <chrono>

namespace warpledger {
namespace {

class TimeParser {
 public:
  explicit TimeParser(std::string_view text) : left_(text) {}

  /// Parses exactly `digits` digits; -1 otherwise.
  int number(std::size_t digits) {
    if (left_.size() < digits) return -1;
    int value = 0;
    for (const char c : left_.substr(0, digits)) {
      if (c < '0' || c > '9') return -1;
      value = 10 * value + (c - '0');
    }
    left_.remove_prefix(digits);
    return value;
  }

  bool take(char c) {
    if (!left_.starts_with(c)) return false;
    left_.remove_prefix(1);
    return true;
  }

  bool take(std::string_view word) {
    if (!left_.starts_with(word)) return false;
    left_.remove_prefix(word.size());
    return true;
  }

  void skip_digits() { left_.remove_prefix(std::min(left_.find_first_not_of("0123456789"), left_.size())); }
  bool at_end() const { return left_.empty(); }

 private:
  std::string_view left_;
};

bool is_within(int value, int most) { return value >= 0 && value <= most; }

/// Returns seconds east of UTC.
std::optional<int> parse_offset(TimeParser& text) {
  text.take(' ');
  if (text.take('Z') || text.take("UTC")) return 0;
  const bool west = text.take('-');
  if (!west && !text.take('+')) return std::nullopt;
  const int hours = text.number(2);
  text.take(':');
  const int minutes = text.at_end() ? 0 : text.number(2);
  if (!is_within(hours, 14) || !is_within(minutes, 59)) return std::nullopt;
  return (west ? -1 : 1) * (hours * 3600 + minutes * 60);
}

}  // namespace

std::optional<std::int64_t> parse_utc(std::string_view text) {
  namespace chrono = std::chrono;
  TimeParser parser(text);
  const int year = parser.number(4);
  const bool dashes = parser.take('-');
  const int month = parser.number(2);
  if (!dashes || !parser.take('-')) return std::nullopt;
  const int day = parser.number(2);
  if (year < 0 || month < 0 || day < 0 || (!parser.take('T') && !parser.take(' '))) return std::nullopt;
  const chrono::year_month_day date(chrono::year(year), chrono::month(static_cast<unsigned>(month)),
                                    chrono::day(static_cast<unsigned>(day)));
  const int hours = parser.number(2);
  if (!date.ok() || !parser.take(':')) return std::nullopt;
  const int minutes = parser.number(2);
  const int seconds = parser.take(':') ? parser.number(2) : 0;
  if (!is_within(hours, 23) || !is_within(minutes, 59) || !is_within(seconds, 60)) return std::nullopt;
  if (parser.take('.')) parser.skip_digits();
  const std::optional<int> offset = parse_offset(parser);
  if (!offset || !parser.at_end()) return std::nullopt;
  const std::int64_t days = chrono::sys_days(date).time_since_epoch().count();
  return ((days * 24 + hours) * 60 + minutes) * 60 + seconds - *offset;
}

std::string utc_text(std::int64_t seconds) {
  namespace chrono = std::chrono;
  const chrono::sys_seconds moment{chrono::seconds(seconds)};
  const chrono::sys_days day = chrono::floor<chrono::days>(moment);
  const chrono::year_month_day date(day);
  const chrono::hh_mm_ss time(moment - day);
  return fmt::format("{:04}-{:02}-{:02}T{:02}:{:02}:{:02}Z", static_cast<int>(date.year()),
                     static_cast<unsigned>(date.month()), static_cast<unsigned>(date.day()), time.hours().count(),
                     time.minutes().count(), time.seconds().count());
}

std::string utc_text(std::chrono::system_clock::time_point moment) {
  const auto ms = std::chrono::floor<std::chrono::milliseconds>(moment).time_since_epoch().count() % 1000;
  return fmt::format("{:%FT%T}.{:03}Z", std::chrono::floor<std::chrono::seconds>(moment), ms);
}

std::string current_utc() {
  namespace chrono = std::chrono;
  return utc_text(chrono::floor<chrono::seconds>(chrono::system_clock::now()).time_since_epoch().count());
}

}  // namespace warpledger
