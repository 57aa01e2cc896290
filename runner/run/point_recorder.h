#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/error.h"
#include "model/job.h"
#include "model/result.h"
#include "store/writer.h"

namespace warpledger {

/// Brings the results of a run to its ledger. After the ledger has refused one, that one and all that follow go to a
/// spill file, which resuming takes in.
class PointRecorder {
 public:
  /// `ledger` is the path of `writer`'s ledger, `run` the run's UUID.
  PointRecorder(LedgerWriter& writer, std::string ledger, std::string run)
      : writer_(writer), ledger_(std::move(ledger)), run_(std::move(run)) {}

  void record(const Job& job, const Result& result);

  /// The same of several points, a result for each job, at once where the ledger takes them all.
  void record(std::span<const Job> jobs, std::span<const Result> results);

  /// Whether the ledger has refused a result: the run shall stop.
  bool failed() const { return failure_.has_value(); }

  /// Ends the run in the ledger (LedgerWriter::end_run). Throws what the ledger refused with, and where everything is.
  void end(const std::string& outcome, const std::string& reason);

  /// `error` with the command that resumes the run.
  Error resumable(const Error& error) const;

 private:
  void keep_elsewhere(const Job& job, const Result& result);
  /// Where everything is that was measured, for a person.
  std::string whereabouts() const;

  LedgerWriter& writer_;
  std::string ledger_;
  std::string run_;
  std::optional<Error> failure_;
  std::string copy_;          ///< of a ledger that is gone; empty: none was made
  std::string spill_file_;    ///< the last one written to
  bool ledger_lost_ = false;  ///< it is gone, and no copy of it could be made
  std::int64_t spilled_ = 0;
  std::int64_t lost_ = 0;  ///< could not be kept anywhere
};

/// A result that the ledger could not take.
struct SpilledResult {
  std::string key;  ///< of its job
  Result result;
};

/// Where such results of a run are kept, best place first: beside the ledger, else in the user's state folder.
std::vector<std::string> spill_files(const std::string& ledger, const std::string& run);

/// Adds a result to the first of `files` that can be written, and brings it to the disk; that file. Throws Error when
/// none can.
std::string spill(const std::vector<std::string>& files, const Job& job, const Result& result);

/// The results in a spill file, none when it is not there. A last line that was not written to its end is left out.
/// Throws Error at any other line that is no result, or not the one that was written.
std::vector<SpilledResult> read_spill(const std::string& file);

}  // namespace warpledger
