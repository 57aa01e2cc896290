#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "model/metric.h"
#include "model/outcome.h"

namespace warpledger {

/// One timed launch (or sequence of launches).
struct Sample {
  double time_ns = 0;
  std::optional<double> sm_clock_mhz;  ///< mean SM clock over the sample; absent where it cannot be read
};

/// The timed samples of a point, raw and in the order they were taken.
struct Timing {
  std::vector<Sample> samples;
  std::string clock;      ///< "cuda event" or "host steady clock"
  std::string stop_rule;  ///< which rule ended sampling: "noise", "max_samples" or "time_limit"
};

/// What a comparison with the reference found in one buffer.
struct Check {
  std::string buffer;
  std::int64_t elements = 0;
  std::int64_t mismatches = 0;
  double max_abs_error = 0;  ///< over elements that are numbers
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
