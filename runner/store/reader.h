#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "model/table.h"

namespace warpledger {

struct RunSummary {
  std::string uuid;
  std::string started_utc;
  std::string experiment;
  std::string device_name;
  std::int64_t planned_points = 0;
  std::int64_t recorded_points = 0;
  std::string outcome;  ///< "finished", "interrupted", "failed"; "open" while it is under way or when its process died
};

/// Answers questions about a ledger, which it cannot change; a writer may be at work on it meanwhile.
class LedgerReader {
 public:
  /// `schema_folder` holds migrations/ and views/. The wide views have a column for each of `metric_names` and for each
  /// name in the ledger at this moment. Throws Error when there is no ledger, it is not one, or its schema is another.
  LedgerReader(const std::string& path, const std::string& schema_folder, const std::vector<std::string>& metric_names);
  ~LedgerReader();
  LedgerReader(LedgerReader&&) noexcept;
  LedgerReader& operator=(LedgerReader&&) noexcept;

  /// Sets which run the views point, device, environment, run_info and metric_reason show; before, they are empty.
  /// `run` is "latest" or how one run's UUID begins. Throws Error naming the candidates.
  void select_run(const std::string& run);

  /// The answer of one SELECT over the views. Throws Error with line and column within `sql` when it is wrong or does
  /// more than read. A blob cannot be shown.
  Table query(const std::string& sql) const;

  /// All runs, oldest first.
  std::vector<RunSummary> runs() const;

 private:
  struct Connection;
  std::unique_ptr<Connection> connection_;
};

}  // namespace warpledger
