#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "exec/worker_process.h"
#include "model/job.h"
#include "model/result.h"
#include "spec/experiment.h"
#include "store/run_info.h"
#include "store/writer.h"

namespace warpledger {

/// A moment as the ledger writes it: 2024-02-29T12:34:56.789Z.
std::string utc_text(std::chrono::system_clock::time_point moment);

/// Whether a point timed out, crashed or could not be launched, which others on the device may have caused.
bool is_lost(const Result& result);

/// A run that was measured and is not in the ledger yet.
struct MeasuredGrid {
  RunInfo info;  ///< without the command line and the settings
  std::vector<Job> jobs;
  std::vector<Result> results;  ///< one a job
  std::string left_out;         ///< why points of the plan are missing; empty: none is
  bool stopped = false;         ///< by the user: worth nothing by itself

  /// Whether a point of it is_lost().
  bool lost_any() const;
};

/// Which points of an experiment are run, and whose kernels they launch.
struct GridRequest {
  const Experiment& experiment;
  std::optional<std::vector<std::int64_t>> ordinals = std::nullopt;  ///< of the plan; absent: all
  bool untrusted = true;
  bool renewed = false;                           ///< timed as untrusted code is; see Job::renewed
  bool untrusted_counts = true;                   ///< counted as untrusted code is
  std::optional<double> budget_s = std::nullopt;  ///< points that begin later are left out
  /// Nobody else is at work on the device. Then points that are lost may take 10 s together before the others are left
  /// out; else the first one ends the grid.
  bool alone = true;
};

/// Runs the points in the worker. Throws what run_jobs() throws.
MeasuredGrid measure_grid(const GridRequest& request, WorkerProcess& worker, const Device& device);

/// Adds the points of another part of the same plan, in the plan's order.
void add_points(MeasuredGrid& grid, const MeasuredGrid& part);

/// The run of a submission of which nothing is run, because of `reason`: every point of `experiment` is invalid.
MeasuredGrid refused_grid(const Experiment& experiment, const std::string& reason, const Device& device);

/// Writes it to the ledger as a run of its own, whose UUID it gives.
std::string record_grid(LedgerWriter& ledger, const MeasuredGrid& grid);

}  // namespace warpledger
