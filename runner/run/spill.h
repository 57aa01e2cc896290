#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/error.h"
#include "model/job.h"
#include "model/result.h"
#include "store/run_recorder.h"

namespace warpledger {

/// Saves points that the ledger rejects to a spill file, which resuming reads (take_in_spill).
class Spill : public RefusedPoints {
 public:
  /// `ledger` is a path, `run` a UUID.
  Spill(std::string ledger, std::string run) : ledger_(std::move(ledger)), run_(std::move(run)) {}

  void keep(LedgerWriter& ledger, const Job& job, const Result& result) override;
  Error located(const Error& refusal) const override;

 private:
  void save_copy_of_gone(LedgerWriter& ledger);
  /// Describes where all points are.
  std::string whereabouts() const;

  std::string ledger_;
  std::string run_;
  std::string copy_;          ///< copy of a deleted ledger; empty: none
  std::string spill_file_;    ///< the last one written to
  bool ledger_lost_ = false;  ///< deleted, and could not be copied
  std::int64_t spilled_ = 0;
  std::int64_t lost_ = 0;  ///< could not be saved anywhere
};

struct SpilledResult {
  std::string key;  ///< of its job
  Result result;
};

/// Candidate spill files of a run, best first: next to the ledger, then in the user's state folder.
std::vector<std::string> spill_files(const std::string& ledger, const std::string& run);

/// Appends a result to the first writable one of `files`, syncs it to disk and returns it. Throws Error if none is
/// writable.
std::string spill(const std::vector<std::string>& files, const Job& job, const Result& result);

/// Results in a spill file; empty if it does not exist. Skips an incomplete last line. Throws Error if any other line
/// is invalid or was modified.
std::vector<SpilledResult> read_spill(const std::string& file);

}  // namespace warpledger
