#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "model/metric.h"

namespace warpledger {

/// The list is closed: the ledger's CHECK constraint and all reports depend on it. An interrupted point has no outcome
/// and runs again when the run is resumed.
enum class Outcome {
  ok,
  incorrect,      ///< ran, but an output, a guard zone or an input is incorrect
  invalid_point,  ///< does not fit the device, or exceeds a limit
  compile_failed,
  launch_failed,  ///< device error
  timed_out,
  crashed,      ///< the worker died
  implausible,  ///< faster than the device can be (exec/speed_of_light.h)
};

inline constexpr std::array<std::string_view, 8> kOutcomeNames = {
    "ok", "incorrect", "invalid_point", "compile_failed", "launch_failed", "timed_out", "crashed", "implausible"};

constexpr std::string_view name_of(Outcome outcome) { return kOutcomeNames.at(static_cast<std::size_t>(outcome)); }

constexpr std::optional<Outcome> outcome_named(std::string_view name) {
  for (std::size_t i = 0; i < kOutcomeNames.size(); ++i)
    if (kOutcomeNames.at(i) == name) return static_cast<Outcome>(i);
  return std::nullopt;
}

struct Sample {
  double time_ns = 0;
  std::optional<double> sm_clock_mhz;  ///< mean over the sample; absent if it cannot be read
};

/// In the order of measurement.
struct Timing {
  std::vector<Sample> samples;
  std::string clock;      ///< "cuda event" or "host steady clock"
  std::string stop_rule;  ///< one of kStopRules
};

inline constexpr std::array<std::string_view, 4> kStopRules = {"max_relative_error", "resolve", "max_samples",
                                                               "time_limit"};

struct Check {
  std::string buffer;
  std::int64_t elements = 0;
  std::int64_t mismatches = 0;
  double max_abs_error = 0;     ///< over elements with a finite error
  bool zeros_pass = false;      ///< an output of zeros would be accepted
  bool untouched_pass = false;  ///< the initial content would be accepted
  bool rounded_pass = false;    ///< integers that differ but are equal as doubles would be accepted
};

struct Result {
  std::int64_t ordinal = 0;
  Outcome outcome = Outcome::ok;
  std::string reason;  ///< empty if ok
  std::vector<Check> checks;
  std::optional<Timing> timing;
  std::optional<Timing> prepare_timing;  ///< of the prepare launches, if any
  std::vector<Metric> metrics;
  double wall_s = 0;  ///< of all phases
};

}  // namespace warpledger
