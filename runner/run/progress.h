#pragma once

#include <array>
#include <chrono>
#include <cstdint>
#include <functional>
#include <ostream>
#include <set>
#include <string>
#include <string_view>

#include "base/text_width.h"
#include "model/job.h"
#include "model/result.h"

namespace warpledger {

/// Tells a person how a run is going. On a terminal that takes escape codes one line that is written over; elsewhere a
/// plain line now and then. A point that is not ok gets its own line at once; a compiler's messages, which many
/// points share, are told once.
class Progress {
 public:
  using Clock = std::chrono::steady_clock;

  /// `now` is the clock; tests bring their own.
  Progress(std::ostream& out, bool live, const LineWidth& width, std::int64_t points,
           std::function<Clock::time_point()> now = Clock::now);

  void begin(const Job& job);
  void end(const Job& job, const Result& result);
  /// Tells once for each reason that counters are absent for, with the first metric that lacks its value.
  void tell_absent_counters(const Result& complete);
  /// Clears the live line and says how the run went, and what disturbed it.
  void finish();

  /// "238 ok, 2 incorrect"
  std::string outcome_counts() const;

 private:
  std::string status_line(const std::string& current) const;
  double elapsed_s() const;
  void draw(const std::string& line);
  void tell(const std::string& lines);
  void count_disturbances(const Result& result);
  void tell_disturbances();

  std::ostream& out_;
  bool live_;  ///< whether a line is written over
  LineWidth width_;
  std::int64_t points_;
  std::int64_t done_ = 0;
  std::array<std::int64_t, kOutcomeNames.size()> counts_{};
  std::int64_t throttled_ = 0;             ///< points
  std::set<std::string> throttle_causes_;  ///< of kThrottleCauses
  std::int64_t shared_ = 0;                ///< points that other processes used the GPU beside
  std::set<std::string> told_reasons_;
  std::function<Clock::time_point()> now_;
  Clock::time_point start_;
  Clock::time_point last_drawn_;
};

}  // namespace warpledger
