#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "model/table.h"
#include "store/query.h"
#include "store/run_info.h"

namespace warpledger {

struct RunSummary {
  std::string uuid;
  std::string started_utc;
  std::string experiment;
  std::string device_name;
  std::int64_t planned_points = 0;
  std::int64_t recorded_points = 0;
  std::string submission;  ///< empty: the family's own kernels
  std::string tags;        ///< "spring, baseline"
  bool forgotten = false;
  std::string tool;     ///< "warpledger", or the source of imported results
  std::string outcome;  ///< "finished", "interrupted", "failed"; "open": running, or its process died
};

/// Queries a ledger, read-only, also while other processes write to it.
class LedgerReader {
 public:
  /// Throws Error if the ledger is missing or its schema is not that of `schema_folder`.
  LedgerReader(const std::string& path, const std::string& schema_folder);
  /// An empty ledger in memory, for the columns that all ledgers have. Throws Error if the schema is incomplete.
  static LedgerReader of_empty_ledger(const std::string& schema_folder);
  ~LedgerReader();
  LedgerReader(LedgerReader&&) noexcept;
  LedgerReader& operator=(LedgerReader&&) noexcept;

  /// Selects the run, "latest" or a UUID prefix, of the views point, device, environment, run_info, metric_reason and
  /// model_check; before, they are empty. Throws Error naming the candidates.
  void select_run(const std::string& run);

  /// Runs one SELECT over the views and marks columns that may be modelled. Throws Error with its place in `sql` if it
  /// is invalid, does more than read, returns a blob or exceeds `limits`.
  Table query(const std::string& sql, const SqlValues& values = {}, const QueryLimits& limits = {}) const;

  /// Like query(), but columns that this ledger lacks are NULL and listed in the view empty_reason.
  Table query_of_page(const std::string& sql);

  /// Returns those of `columns` that a condition on a point reads, as spelled in `columns`. Throws Error with its place
  /// in `condition` if it is invalid or quotes an unknown name.
  std::vector<std::string> columns_read(const std::vector<std::string>& columns, const std::string& condition) const;

  /// Like query(), in one or more parts. Throws Error if another program changes the ledger after the first part was
  /// taken.
  void query_in_parts(const std::string& sql, const TakeRows& take, const QueryLimits& limits = {}) const;

  StoredRun stored_run(const std::string& run) const;

  /// Oldest first, forgotten ones included.
  std::vector<RunSummary> runs() const;

 private:
  struct Connection;
  explicit LedgerReader(std::unique_ptr<Connection> connection);

  std::unique_ptr<Connection> connection_;
};

}  // namespace warpledger
