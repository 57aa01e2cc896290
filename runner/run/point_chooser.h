#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "exec/run_jobs.h"
#include "model/job.h"
#include "model/result.h"
#include "run/search_summary.h"

namespace warpledger {

/// Chooses the points of a run one by one, based on earlier results. Other points have no outcome, and the run can be
/// resumed.
class PointChooser {
 public:
  virtual ~PointChooser() = default;

  /// Ordinal of an unmeasured point; nothing ends the run.
  virtual std::optional<std::int64_t> next() = 0;
  /// Called when a point is measured.
  virtual void measured(const Result& result) = 0;
  /// Called when points are complete and stored in the ledger or its spill file.
  virtual void recorded(std::span<const Job> jobs, std::span<const Result> results) = 0;
  /// Reason for points left out, for the ledger; empty: none.
  virtual std::string left_out() const = 0;

  /// Limits on batches of points.
  virtual BatchLimits limits() const { return {}; }
  /// Maximum number of further points.
  virtual std::int64_t most_points() const = 0;
  /// Maximum remaining time; absent if unknown.
  virtual std::optional<double> most_s() const { return std::nullopt; }
  /// Search result; absent if another program chose the points.
  virtual std::optional<SearchSummary> summary() const { return std::nullopt; }
};

}  // namespace warpledger
