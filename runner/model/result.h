#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "model/metric.h"

namespace warpledger {

/// How a point ended. The list is closed: the ledger's CHECK constraint and every report rely on it. A point that a
/// user interrupts has no outcome: it is run again when the run is resumed.
enum class Outcome {
  ok,              ///< ran and every check passed
  incorrect,       ///< ran, but an output, a guard zone or an input is wrong
  invalid_point,   ///< cannot run on this device: does not fit, or breaks a limit
  compile_failed,  ///< the compiler refused the source
  launch_failed,   ///< the launch or the kernel ended with a device error
  timed_out,       ///< ran past the point's time limit
  crashed,         ///< the worker died on it
  implausible,     ///< its time is below what the device needs at least for the point's work (exec/speed_of_light.h)
};

inline constexpr std::array<std::string_view, 8> kOutcomeNames = {
    "ok", "incorrect", "invalid_point", "compile_failed", "launch_failed", "timed_out", "crashed", "implausible"};

constexpr std::string_view name_of(Outcome outcome) { return kOutcomeNames.at(static_cast<std::size_t>(outcome)); }

/// The outcome of that name, or nothing.
constexpr std::optional<Outcome> outcome_named(std::string_view name) {
  for (std::size_t i = 0; i < kOutcomeNames.size(); ++i)
    if (kOutcomeNames.at(i) == name) return static_cast<Outcome>(i);
  return std::nullopt;
}

/// One timed launch (or sequence of launches).
struct Sample {
  double time_ns = 0;
  std::optional<double> sm_clock_mhz;  ///< mean SM clock over the sample; absent where it cannot be read
};

/// The timed samples of a point, raw and in the order they were taken.
struct Timing {
  std::vector<Sample> samples;
  std::string clock;      ///< "cuda event" or "host steady clock"
  std::string stop_rule;  ///< which rule ended sampling: one of kStopRules
};

inline constexpr std::array<std::string_view, 4> kStopRules = {"max_relative_error", "resolve", "max_samples",
                                                               "time_limit"};

/// What a comparison with the reference found in one buffer.
struct Check {
  std::string buffer;
  std::int64_t elements = 0;
  std::int64_t mismatches = 0;
  double max_abs_error = 0;     ///< over elements that are numbers
  bool zeros_pass = false;      ///< an output of zeros would have been accepted
  bool untouched_pass = false;  ///< so would its first content
  bool rounded_pass = false;    ///< so would integers that are other ones, but the same as doubles
};

/// How a planned point ended, with all that was measured on the way.
struct Result {
  std::int64_t ordinal = 0;
  Outcome outcome = Outcome::ok;
  std::string reason;  ///< for a person; empty when ok
  std::vector<Check> checks;
  std::optional<Timing> timing;
  std::optional<Timing> prepare_timing;  ///< of the prepare launches on their own; absent where there are none
  std::vector<Metric> metrics;           ///< counters and attributes
  double wall_s = 0;                     ///< what the point cost, all phases
};

}  // namespace warpledger
