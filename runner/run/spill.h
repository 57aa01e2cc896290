#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/error.h"
#include "model/job.h"
#include "model/result.h"
#include "store/run_recorder.h"

namespace warpledger {

/// Keeps the points of a resumable run in a spill file, which resuming reads (take_in_spill).
class Spill : public RefusedPoints {
 public:
  /// `ledger` is the path of the run's ledger, `run` its UUID.
  Spill(std::string ledger, std::string run) : ledger_(std::move(ledger)), run_(std::move(run)) {}

  void keep(LedgerWriter& ledger, const Job& job, const Result& result) override;
  Error located(const Error& refusal) const override;

 private:
  void save_copy_of_gone(LedgerWriter& ledger);
  /// Lists the places of all points, for a person.
  std::string whereabouts() const;

  std::string ledger_;
  std::string run_;
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
