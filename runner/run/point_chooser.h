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

/// Chooses which points of a run's plan are measured, one after another, by what became of those before. The others
/// are left out: they have no outcome, and the run stays one that can be resumed.
class PointChooser {
 public:
  virtual ~PointChooser() = default;

  /// The ordinal of a point that the run has not measured; nothing: the others are left out.
  virtual std::optional<std::int64_t> next() = 0;
  /// How measuring a point ended.
  virtual void measured(const Result& result) = 0;
  /// These points are complete, and in the ledger or its spill file.
  virtual void recorded(std::span<const Job> jobs, std::span<const Result> results) = 0;
  /// Why points are left out, as the ledger keeps it; empty: none is.
  virtual std::string left_out() const = 0;

  /// How long points may wait to be counted together.
  virtual BatchLimits limits() const { return {}; }
  /// How many points more are measured at most.
  virtual std::int64_t most_points() const = 0;
  /// How long it goes on at most; nothing: that is not known.
  virtual std::optional<double> most_s() const { return std::nullopt; }
  /// What was found; nothing of points that somebody else chose.
  virtual std::optional<SearchSummary> summary() const { return std::nullopt; }
};

}  // namespace warpledger
