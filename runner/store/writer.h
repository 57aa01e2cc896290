#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "model/job.h"
#include "model/result.h"
#include "store/run_info.h"

namespace warpledger {

/// Writes one run of a ledger. Each call is one transaction, committed when it returns; see WriteTransaction for how
/// long it waits. Throws Error if the ledger refuses. While the writer exists, no other process can resume its run; a
/// writer destroyed before end_run() leaves the run without an end. Writers from another() may be used from different
/// threads; they write in turn.
class LedgerWriter {
 public:
  /// Opens or creates the ledger at `path`; `schema_folder` holds tables.sql, migrations/ and views/. Throws Error,
  /// with the file unchanged, if it is not a ledger or has another schema.
  LedgerWriter(const std::string& path, const std::string& schema_folder);
  ~LedgerWriter();
  LedgerWriter(LedgerWriter&&) noexcept;
  LedgerWriter& operator=(LedgerWriter&&) noexcept;

  /// Returns a writer of another run of the same ledger, over the same connection.
  LedgerWriter another() const;

  /// The network file system that the ledger is on. There it has no write-ahead log, so readers and a writer block each
  /// other.
  const std::optional<std::string>& network_file_system() const;

  std::string begin_run(const RunInfo& info);

  /// Claims an earlier run ("latest" or a UUID prefix): recorded_results(), add_estimates() and resume_run() may
  /// follow. Throws Error naming the process that is working on it, unless the run is finished.
  StoredRun claim_run(const std::string& run);

  /// Returns the runs of `experiment` that are `shard` of `campaign`, oldest first; an empty `shard` matches all
  /// shards.
  std::vector<StoredRun> runs_of_shard(const std::string& campaign, const std::string& shard,
                                       const std::string& experiment) const;

  /// Resumes the claimed run. Stores from `info` what may change: command line, tool version, environment. `changes`
  /// describes the differences.
  void resume_run(const RunInfo& info, const std::string& changes);

  /// Results of the run that was begun or claimed (results_of_run()).
  std::vector<Result> recorded_results() const;

  /// Records the result of `job`. Throws Error if its ordinal is already recorded.
  void record(const Job& job, const Result& result);

  /// Records several points, one result per job: all or, if it throws, none.
  void record(std::span<const Job> jobs, std::span<const Result> results);

  /// Adds modelled metrics to a recorded point of the run begun or claimed, which may have ended. Earlier estimates
  /// stay; the newest are shown. Throws Error if the point is not recorded or a metric is not modelled.
  void add_estimates(std::int64_t ordinal, const std::vector<Metric>& metrics);

  void end_run(const std::string& outcome, const std::string& reason);

  /// True if the ledger's file is still in place since the run began: not removed, moved, replaced or emptied.
  bool is_in_place() const;

  /// Copies the ledger to a new file, also if is_in_place() is false. Throws Error and leaves no file if that fails, as
  /// for a ledger that was emptied.
  void save_copy(const std::string& path);

 private:
  struct File;
  struct Run;
  explicit LedgerWriter(std::unique_ptr<Run> run);

  std::unique_ptr<Run> run_;
};

}  // namespace warpledger
