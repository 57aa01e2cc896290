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

/// A point at the places in device memory where it is timed.
///
/// Which physical pages a buffer gets decides how far its lines are from the multiprocessors that use them, and the
/// next process gets others. A launch whose buffers fit the L2 cache is therefore timed at several places in turn, so
/// that the median is over places and comes out alike in the next run (benchmarks/repeat.md).
class BufferPlacements {
 public:
  /// Takes over the point at its first place and prepares the others, if it is to be timed.
  BufferPlacements(const Job& job, Prepared first, PointContext& context);

  /// Samples, spread over the places; each call continues where the last one ended.
  std::vector<Sample> take(int samples);

  /// So many launches at the first place, audited and not timed.
  void launch(int launches);

  /// From now on the last execution of each call of the backend is audited, and how many a call has is drawn. `audit`
  /// must outlive the placements; `when` as in Audit::check.
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
  std::optional<double> audit_s_;  ///< the least that an audit after the first one took
  std::vector<Prepared> places_;
  std::size_t next_ = 0;
};

/// Whether a launch that took `launch_s` is made again: a long one is not where its time says nothing of a GPU.
bool worth_timing(const Backend& backend, double launch_s);

/// The timing of a point whose only sample is the launch that verified it.
Timing timing_of_one(const Backend& backend, double launch_s);

/// The time of a point that was verified only: absent, with that reason.
Metric not_timed();

/// Warms up and takes samples at all places; fills in the result's times and what disturbed them. `stopwatch` counts
/// from the point's beginning.
void time_point(const Job& job, BufferPlacements& places, Backend& backend, const Stopwatch& stopwatch, Result& result);

/// Takes samples until the median is known well enough.
///
/// `take(n)` gives n further samples; `elapsed_s()` the wall time that the point has used so far. Stops, never before
/// measure.min_samples unless time runs out, at the first of: "max_relative_error", the median's relative standard
/// error is at most measure.max_relative_error; where measure.resolve is asked for, instead "resolve", both are so and
/// compare() of this run and one alike would probably say SAME at that threshold; "max_samples"; "time_limit", half of
/// the point's time limit is used (the other half is for what follows). The rule that fired is in the answer. The
/// answer's clock is left empty.
Timing sample_until_known(const Measure& measure, const std::function<std::vector<Sample>(int)>& take,
                          const std::function<double()>& elapsed_s);

}  // namespace warpledger
