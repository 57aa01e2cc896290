#include "spec/hand_ins.h"

#include <fmt/format.h>

#include <array>
#include <cstdint>
#include <optional>

#include "spec/measure.h"
#include "spec/utc_time.h"

namespace warpledger {
namespace {

double read_days(const Reader& value) {
  constexpr double kMost = 365;
  const double days = value.number();
  if (!(days >= 0 && days <= kMost))
    value.fail(fmt::format("{} is not between 0 and 365", value.text()), "write e.g. 2");
  return days;
}

double read_percent(const Reader& value) { return parse_percent(value.text(), value.place()); }

std::int64_t read_moment(const Reader& value) {
  const std::optional<std::int64_t> seconds = parse_utc(value.text());
  if (!seconds)
    value.fail(fmt::format("'{}' is no moment", value.text()),
               "write date, time and offset from UTC: 2026-10-01T23:59:00+02:00");
  return *seconds;
}

}  // namespace

LatePolicy read_late(const Reader& late) {
  LatePolicy read;
  late.expect(kLateKeys);
  late.read("due", read.due_utc_s, read_moment);
  late.read("grace_days", read.grace_days, read_days);
  late.read("per_day", read.percent_a_day, read_percent);
  late.read("at_most", read.most_percent, read_percent);
  return read;
}

CountedHandIn read_counted_hand_in(const Reader& value) {
  return std::array{CountedHandIn::last, CountedHandIn::best, CountedHandIn::first}.at(
      value.word("attempt", {"last", "best", "first"}));
}

}  // namespace warpledger
