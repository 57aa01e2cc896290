#pragma once

#include <memory>
#include <string>

#include "model/job.h"
#include "model/result.h"
#include "store/run_info.h"

namespace warpledger {

/// Adds one run to a ledger. Every call is one transaction, on disk when it returns. Throws Error when the ledger
/// refuses. A run whose writer is destroyed before end_run stays without an end.
class LedgerWriter {
 public:
  /// Opens, makes or migrates the ledger at `path`; `schema_folder` holds migrations/. Throws Error, with the file
  /// unchanged, when it is not a ledger or is newer than this program.
  LedgerWriter(const std::string& path, const std::string& schema_folder);
  ~LedgerWriter();
  LedgerWriter(LedgerWriter&&) noexcept;
  LedgerWriter& operator=(LedgerWriter&&) noexcept;

  /// Begins the run and returns its UUID.
  std::string begin_run(const RunInfo& info);

  /// Records how `job` ended, with all that was measured. Throws Error when its ordinal is already recorded.
  void record(const Job& job, const Result& result);

  /// `outcome` is "finished", "interrupted" or "failed"; `reason` is empty when finished.
  void end_run(const std::string& outcome, const std::string& reason);

 private:
  struct Connection;
  std::unique_ptr<Connection> connection_;
};

}  // namespace warpledger
