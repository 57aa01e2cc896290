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

/// A point at the memory placements where it is timed.
///
/// The physical pages of a buffer determine how far its lines are from the multiprocessors that use them, and they
/// differ between processes. If a launch's buffers fit the L2 cache, it is timed at several placements in turn, so that
/// the median is reproducible (benchmarks/repeat.md).
class BufferPlacements {
 public:
  /// Prepares the placements after `first` if the job is timed.
  BufferPlacements(const Job& job, Prepared first, PointContext& context);

  /// Takes samples, continuing at the placement after the last one.
  std::vector<Sample> take(int samples);

  /// Launches at the first placement, audited and not timed.
  void launch(int launches);

  /// From now on draws the number of executions per backend call and audits the last one. `audit` must outlive this
  /// object; `when` as in Audit::check.
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

/// False for a long launch on a host, whose time says nothing about a GPU.
bool worth_timing(const Backend& backend, double launch_s);

/// Timing with the verification launch as the only sample.
Timing timing_of_one(const Backend& backend, double launch_s);

/// Absent launch time of a point that is only verified.
Metric not_timed();

/// Warms up, takes samples, and records times and disturbances in `result`. `stopwatch` starts with the point.
void time_point(const Job& job, BufferPlacements& places, Backend& backend, const Stopwatch& stopwatch, Result& result);

/// Calls `take(n)` for n more samples until the median is precise enough. `elapsed_s()` is the wall time of the point
/// so far. The first of these rules stops it and becomes stop_rule; the first two need measure.min_samples:
///
/// - "max_relative_error": the median's relative standard error is at most measure.max_relative_error.
/// - "resolve", if measure.resolve is set: in addition, compare() of two identical runs would probably say SAME at that
///   threshold.
/// - "max_samples".
/// - "time_limit": half of the point's time limit is used; the other half is for later phases.
///
/// The caller sets the clock.
Timing sample_until_known(const Measure& measure, const std::function<std::vector<Sample>(int)>& take,
                          const std::function<double()>& elapsed_s);

}  // namespace warpledger
