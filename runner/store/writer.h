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

/// Adds to one run of a ledger. Every call is one transaction, in the file when it returns; WriteTransaction says how
/// long it waits for other writers. Throws Error when the ledger refuses. While the writer lives, no other process can
/// resume its run; a run whose writer is destroyed before end_run stays without an end. Writers that share a ledger
/// (another()) may be used by a thread each; they write in turn.
class LedgerWriter {
 public:
  /// Opens, makes or migrates the ledger at `path`; `schema_folder` holds migrations/. Throws Error, with the file
  /// unchanged, when it is not a ledger or is newer than this program.
  LedgerWriter(const std::string& path, const std::string& schema_folder);
  ~LedgerWriter();
  LedgerWriter(LedgerWriter&&) noexcept;
  LedgerWriter& operator=(LedgerWriter&&) noexcept;

  /// A writer of another run of the same ledger. Both share one connection; a thread each may use them, and they write
  /// in turn.
  LedgerWriter another() const;

  /// The network file system that the ledger is on: it is then kept without a write-ahead log, so that a reader and a
  /// writer wait for each other.
  const std::optional<std::string>& network_file_system() const;

  /// Begins the run and returns its UUID.
  std::string begin_run(const RunInfo& info);

  /// Claims an earlier run ("latest", or how its UUID begins) to resume it: recorded points may be added, and
  /// resume_run() may follow. A finished run is only read. Throws Error naming the process when one is at work on it.
  StoredRun claim_run(const std::string& run);

  /// The runs of `experiment` that are `shard` of `campaign`, oldest first; an empty one: any of its shards.
  std::vector<StoredRun> runs_of_shard(const std::string& campaign, const std::string& shard,
                                       const std::string& experiment) const;

  /// Goes on with the claimed run. Of `info`, what may change is kept: command line, tool version, the device's
  /// environment; `changes` says in words what did.
  void resume_run(const RunInfo& info, const std::string& changes);

  /// How the points ended that the run has, which has begun or is claimed: results_of_run().
  std::vector<Result> recorded_results() const;

  /// Records how `job` ended, with all that was measured. Throws Error when its ordinal is already recorded.
  void record(const Job& job, const Result& result);

  /// Records several points, a result for each job: all of them or, when it throws, none.
  void record(std::span<const Job> jobs, std::span<const Result> results);

  /// Adds what the memory model says of a recorded point of the run that has begun or is claimed, which may have ended.
  /// What is already modelled of it stays; the newest is shown. Throws Error when the point is not recorded or a metric
  /// is not modelled.
  void add_estimates(std::int64_t ordinal, const std::vector<Metric>& metrics);

  /// `outcome` is "finished", "interrupted" or "failed"; `reason` is empty when finished.
  void end_run(const std::string& outcome, const std::string& reason);

  /// Whether the ledger's file is still where it was when the run began: not removed, moved, replaced or emptied.
  bool is_in_place() const;

  /// Writes all that the ledger holds to a new file, also when is_in_place() is false. Throws Error, and leaves no
  /// file, when that cannot be: nothing is left of a ledger that was emptied.
  void save_copy(const std::string& path);

 private:
  struct File;
  struct Run;
  explicit LedgerWriter(std::unique_ptr<Run> run);

  std::unique_ptr<Run> run_;
};

}  // namespace warpledger
