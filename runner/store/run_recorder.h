#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/error.h"
#include "model/job.h"
#include "model/result.h"
#include "store/run_info.h"
#include "store/writer.h"

namespace warpledger {

/// Stores the points of a run that its ledger refuses.
class RefusedPoints {
 public:
  virtual ~RefusedPoints() = default;

  /// Stores a point that `ledger` refused, or that follows a refused one.
  virtual void keep(LedgerWriter& ledger, const Job& job, const Result& result) = 0;

  /// Returns the ledger's first refusal, with the places of all stored points.
  virtual Error located(const Error& refusal) const = 0;
};

/// Records one run: the constructor begins or resumes it, add() commits points, finish() ends it. Without finish() it
/// stays open, as after a crash. Only recorders write runs.
class RunRecorder {
 public:
  RunRecorder(LedgerWriter ledger, const RunInfo& info);

  /// Resumes `run`, which `ledger` has claimed; `changes` lists the differences from its previous start.
  RunRecorder(LedgerWriter ledger, const StoredRun& run, const RunInfo& info, const std::string& changes);

  /// Sends points to `refused` after the ledger's first refusal. Without it, they are dropped.
  void keep_refused_in(std::unique_ptr<RefusedPoints> refused) { refused_ = std::move(refused); }

  const std::string& run() const { return run_; }

  const std::optional<std::string>& network_file_system() const { return ledger_.network_file_system(); }

  /// Commits points, one result per job, in one transaction if the ledger accepts all. finish() throws a refusal.
  void add(std::span<const Job> jobs, std::span<const Result> results);

  std::vector<Result> recorded_results() const { return ledger_.recorded_results(); }

  /// True if the ledger has refused a point: the run must stop.
  bool has_failed() const { return refusal_.has_value(); }

  /// Throws the first refusal, if any.
  void finish(const std::string& outcome, const std::string& reason = "");

 private:
  void add_one(const Job& job, const Result& result);

  LedgerWriter ledger_;
  std::string run_;
  std::unique_ptr<RefusedPoints> refused_;
  std::optional<Error> refusal_;  ///< the first one
};

/// Records a finished run, one result per job, and returns its UUID.
std::string record_finished_run(LedgerWriter ledger, const RunInfo& info, std::span<const Job> jobs,
                                std::span<const Result> results);

}  // namespace warpledger
