#pragma once

#include <SQLiteCpp/Database.h>
#include <SQLiteCpp/Statement.h>

#include <cstdint>
#include <vector>

#include "model/job.h"
#include "model/result.h"
#include "store/content_id.h"
#include "store/shared_rows.h"

namespace warpledger {

/// Adds points to a ledger. The caller holds the transaction.
class PointRows {
 public:
  PointRows(SQLite::Database& database, SharedRows& shared);

  /// Adds all rows of a point of `run`. Throws Error if it is already recorded.
  void add(std::int64_t run, const Job& job, const Result& result);

  /// Adds the modelled metrics to a point, as its newest generation. Throws Error if the point is not recorded.
  void add_estimates(std::int64_t run, std::int64_t ordinal, const std::vector<Metric>& metrics);

 private:
  bool has(std::int64_t point);
  void add_checks(std::int64_t point, std::vector<Check> checks);
  void add_timing(std::int64_t point, const Timing& timing, Cache cache);
  void add_prepare_timing(std::int64_t point, const Timing& timing);
  void add_measured(std::int64_t point, const std::vector<Metric>& metrics);
  void add_modelled(std::int64_t point, std::int64_t generation, const std::vector<Metric>& metrics);
  void add_estimate(std::int64_t point, std::int64_t generation, const Metric& metric);
  std::int64_t next_generation(std::int64_t point);
  void add_digest(std::int64_t point);

  /// Digest input of the point being added.
  struct PointBytes {
    RowBytes point, checks, timing, prepare_timing, metrics;
  };

  SharedRows& shared_;
  PointBytes bytes_;
  SQLite::Statement find_, point_, check_, timing_, prepare_timing_, metric_, point_digest_, generation_, estimate_,
      estimate_digest_;
};

/// Returns the points of `run` by ordinal: outcome, reason, samples and wall time only.
std::vector<Result> results_of_run(SQLite::Database& database, std::int64_t run);

/// True if the metric comes from the memory model and belongs in `estimate` instead of `metric`.
bool is_modelled(const Metric& metric);

}  // namespace warpledger
