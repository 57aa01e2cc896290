#pragma once

#include <functional>
#include <optional>
#include <string_view>
#include <vector>

#include "exec/audit.h"
#include "exec/backend.h"
#include "exec/measure_point.h"
#include "exec/stopwatch.h"
#include "exec/workspace.h"
#include "model/job.h"
#include "model/result.h"

namespace warpledger {

/// A point's buffers at the placements in device memory where it is timed.
///
/// The physical pages of a buffer determine how far its lines are from the multiprocessors that use them, and they
/// differ from process to process. A launch whose buffers fit the L2 cache is therefore timed at several placements in
/// turn, so that the median is reproducible (benchmarks/repeat.md).
class BufferPlacements {
 public:
  /// `first` is the first placement. Prepares the others if the job is timed.
  BufferPlacements(const Job& job, Prepared first, PointContext& context);

  /// Takes samples spread over the placements; each call continues where the last one ended.
  std::vector<Sample> take(int samples);

  /// Launches the first placement `launches` times, audited and not timed.
  void launch(int launches);

  /// From now on audits the last execution of each backend call and draws the number of executions per call. `audit`
  /// must outlive this object; `when` as in Audit::check.
  void audit_with(Audit& audit, std::string_view when) {
    audit_ = &audit;
    audited_when_ = when;
  }

  std::vector<Prepared>& all() { return places_; }

 private:
  const Job& job_;
  int drawn(int mean) const;
  std::vector<Sample> call(Prepared& place, int samples);

  Backend& backend_;
  Audit* audit_ = nullptr;
  std::string_view audited_when_;
  int audits_ = 0;
  std::optional<double> audit_s_;  ///< fastest audit so far, except the first
  std::vector<Prepared> places_;
  std::size_t next_ = 0;
};

/// True if a launch that took `launch_s` should be repeated for timing. A long launch is not repeated on a host.
bool worth_timing(const Backend& backend, double launch_s);

/// Timing of a point whose only sample is its verification launch.
Timing timing_of_one(const Backend& backend, double launch_s);

/// Absent launch time of a point that is only verified.
Metric not_timed();

/// Warms up, takes samples at all placements, and records times and disturbances in `result`. `stopwatch` starts with
/// the point.
void time_point(const Job& job, BufferPlacements& places, Backend& backend, const Stopwatch& stopwatch, Result& result);

/// Takes samples until the median is precise enough.
///
/// `take(n)` returns n more samples; `elapsed_s()` is the wall time that the point has used. Stops at the first of
/// these rules, which becomes the answer's stop_rule:
///
/// - "max_relative_error": the median's relative standard error is at most measure.max_relative_error.
/// - "resolve", instead of the former if measure.resolve is set: also, compare() of this run and an identical one would
///   probably say SAME at that threshold.
/// - "max_samples".
/// - "time_limit": half of the point's time limit is used; the other half is for later phases.
///
/// The first two also need measure.min_samples. The caller sets the clock.
Timing sample_until_known(const Measure& measure, const std::function<std::vector<Sample>(int)>& take,
                          const std::function<double()>& elapsed_s);

}  // namespace warpledger
