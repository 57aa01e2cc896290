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

/// Writes one run of a ledger; each call is one committed transaction (see WriteTransaction for waiting). Throws Error
/// if the ledger refuses. No other process can resume its run meanwhile. Without end_run() the run has no end. Writers
/// made by another() may be used by different threads; they take turns.
class LedgerWriter {
 public:
  /// Opens or creates the ledger. Throws Error, with the file unchanged, if it is not a ledger or has another schema.
  LedgerWriter(const std::string& path, const std::string& schema_folder);
  ~LedgerWriter();
  LedgerWriter(LedgerWriter&&) noexcept;
  LedgerWriter& operator=(LedgerWriter&&) noexcept;

  /// Returns a writer of another run of the same ledger.
  LedgerWriter another() const;

  /// Set if the ledger is on a network file system, where readers and a writer block each other for lack of a
  /// write-ahead log.
  const std::optional<std::string>& network_file_system() const;

  std::string begin_run(const RunInfo& info);

  /// Claims an earlier run, "latest" or a UUID prefix, for recorded_results(), add_estimates() and resume_run(). Throws
  /// Error naming the process that is working on it, unless it is finished.
  StoredRun claim_run(const std::string& run);

  /// Oldest first; an empty `shard` matches all shards.
  std::vector<StoredRun> runs_of_shard(const std::string& campaign, const std::string& shard,
                                       const std::string& experiment) const;

  /// Resumes the claimed run and stores command line, version and environment of `info`. `changes` describes the
  /// differences.
  void resume_run(const RunInfo& info, const std::string& changes);

  /// Results of the run begun or claimed (results_of_run()).
  std::vector<Result> recorded_results() const;

  /// Throws Error if the ordinal is already recorded.
  void record(const Job& job, const Result& result);

  /// Records all points, with one result per job, or none if it throws.
  void record(std::span<const Job> jobs, std::span<const Result> results);

  /// Adds modelled metrics to a recorded point of the run begun or claimed, which may have ended. The newest are shown.
  /// Throws Error if the point is not recorded or a metric is not modelled.
  void add_estimates(std::int64_t ordinal, const std::vector<Metric>& metrics);

  void end_run(const std::string& outcome, const std::string& reason);

  /// True if the ledger's file was not removed, moved, replaced or emptied since the run began.
  bool is_in_place() const;

  /// Copies the ledger to a new file, also if is_in_place() is false. Throws Error, and leaves no file, if the ledger
  /// was emptied or the copy fails.
  void save_copy(const std::string& path);

 private:
  struct File;
  struct Run;
  explicit LedgerWriter(std::unique_ptr<Run> run);

  std::unique_ptr<Run> run_;
};

}  // namespace warpledger
