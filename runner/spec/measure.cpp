#include "spec/measure.h"

#include <fmt/format.h>

#include <charconv>
#include <optional>
#include <string_view>

#include "base/duration.h"
#include "base/split.h"
#include "base/text.h"

namespace warpledger {
namespace {

Cache parse_cache(const std::string& text, const Place& place) {
  if (text == "warm") return Cache::warm;
  if (text == "cold") return Cache::cold;
  throw Error(place, fmt::format("unknown cache state '{}'", text), did_you_mean(text, {"warm", "cold"}));
}

/// Parses "cold" or "cold,warm": the state of the samples, then optionally the other one.
void set_cache(Measure& measure, std::string_view text, const Place& place) {
  const std::size_t comma = text.find(',');
  measure.cache = parse_cache(std::string(trim(text.substr(0, comma))), place);
  measure.both_caches = comma != std::string_view::npos;
  if (measure.both_caches && parse_cache(std::string(trim(text.substr(comma + 1))), place) == measure.cache)
    throw Error(place, fmt::format("the cache states of '{}' are one", text), "write cold,warm or warm,cold");
}

void add_clock(std::vector<OtherClock>& clocks, const std::string& name, const Place& place) {
  const auto* const found = std::ranges::find(kOtherClockNames, name);
  if (found == kOtherClockNames.end())
    throw Error(place, fmt::format("unknown clock '{}'", name), did_you_mean(name, {"activity", "batch"}));
  const auto clock = static_cast<OtherClock>(found - kOtherClockNames.begin());
  if (std::ranges::count(clocks, clock) > 0)
    throw Error(place, fmt::format("the clock '{}' is named twice", name), "name each clock once");
  clocks.push_back(clock);
}

std::vector<OtherClock> parse_clocks(const std::string& text, const Place& place) {
  std::vector<OtherClock> clocks;
  for (const std::string& name : split(text, ',')) add_clock(clocks, std::string(trim(name)), place);
  return clocks;
}

int parse_count(const std::string& text, const Place& place, const std::string& field) {
  const std::int64_t count = Expression(text, place, Symbols()).whole({}, field);
  constexpr std::int64_t kMost = 1'000'000;
  if (count < 1 || count > kMost)
    throw Error(place, fmt::format("{} = {} is not between 1 and {}", field, count, kMost),
                "write a number in this range");
  return static_cast<int>(count);
}

[[noreturn]] void fail_without_unit(const std::string& text, const Place& place, std::string_view what,
                                    std::string_view examples) {
  throw Error(place, fmt::format("'{}' is not a {} with its unit", text, what), fmt::format("write {}", examples));
}

}  // namespace

Measure read_measure(const Reader& measure) {
  measure.expect(kMeasureKeys);
  Measure result;
  const auto set = [&](const Reader& of, std::string_view key, const std::string& field) {
    return of.with(key, [&](const Reader& v) { set_measure_field(result, field, v.text(), v.place(0)); });
  };
  measure.with("cache", [&](const Reader& cache) {
    std::string states;
    for (const Reader& state : cache.items_or_one()) states += (states.empty() ? "" : ",") + state.text();
    set_cache(result, states, cache.place(0));
  });
  set(measure, "resolve", "resolve");
  set(measure, "time_limit", "time_limit");
  measure.with("clocks", [&](const Reader& clocks) {
    clocks.each_of(clocks.items(),
                   [&](const Reader& clock) { add_clock(result.clocks, clock.text(), clock.place(0)); });
  });
  measure.with("samples", [&](const Reader& samples) {
    samples.expect(kSamplesKeys);
    set(samples, "max_relative_error", "max_relative_error");
    const bool least = set(samples, "min", "min_samples");
    const bool most = set(samples, "max", "max_samples");
    if (least && most) check_measure(result, measure.place());
  });
  return result;
}

void set_measure_field(Measure& measure, const std::string& field, const std::string& text, const Place& place) {
  if (field == "cache") {
    set_cache(measure, text, place);
  } else if (field == "min_samples") {
    measure.min_samples = parse_count(text, place, field);
  } else if (field == "max_samples") {
    measure.max_samples = parse_count(text, place, field);
  } else if (field == "max_relative_error") {
    measure.max_relative_error = 0.01 * parse_percent(text, place);
  } else if (field == "resolve") {
    measure.resolve = 0.01 * parse_percent(text, place);
  } else if (field == "time_limit") {
    measure.time_limit_s = parse_duration_s(text, place);
  } else if (field == "clocks") {
    measure.clocks = parse_clocks(text, place);
  } else {
    throw Error(place, fmt::format("unknown field '{}' of measure", field),
                did_you_mean(field, {"cache", "min_samples", "max_samples", "max_relative_error", "resolve",
                                     "time_limit", "clocks"}));
  }
}

void check_measure(const Measure& measure, const Place& place) {
  if (measure.min_samples > measure.max_samples)
    throw Error(place, fmt::format("min_samples {} is above max_samples {}", measure.min_samples, measure.max_samples),
                "write both, the smaller one as the minimum");
}

double parse_percent(const std::string& text, const Place& place) {
  double percent = 0;
  const auto [end, failure] = std::from_chars(text.data(), text.data() + text.size(), percent);
  const std::string_view unit = trim(std::string_view(text).substr(static_cast<std::size_t>(end - text.data())));
  if (failure != std::errc() || unit != "%" || !(percent >= 1e-4 && percent <= 100))
    fail_without_unit(text, place, "share from 0.0001 % to 100 %", "1 % or 0.5 %");
  return percent;
}

double parse_duration_s(const std::string& text, const Place& place) {
  const std::optional<double> seconds = seconds_in(text);
  if (!seconds || *seconds < 1e-3 || *seconds > 1e6)
    fail_without_unit(text, place, "duration from 1 ms to 1000000 s", "500 ms, 10 s, 2 min or 1 h 30 min");
  return *seconds;
}

}  // namespace warpledger
