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
  std::string tool;     ///< program that measured it: "warpledger", or the source of imported results
  std::string outcome;  ///< "finished", "interrupted", "failed"; "open" while it is running or if its process died
};

/// Queries a ledger, read-only; other processes may write to it meanwhile.
class LedgerReader {
 public:
  /// Throws Error if there is no ledger at `path` or its schema differs from that of `schema_folder`.
  LedgerReader(const std::string& path, const std::string& schema_folder);
  /// Returns an empty ledger in memory, for the columns that all ledgers have. Throws Error if the schema is
  /// incomplete.
  static LedgerReader of_empty_ledger(const std::string& schema_folder);
  ~LedgerReader();
  LedgerReader(LedgerReader&&) noexcept;
  LedgerReader& operator=(LedgerReader&&) noexcept;

  /// Selects the run of the views point, device, environment, run_info, metric_reason and model_check, which are empty
  /// before. `run` is "latest" or a UUID prefix. Throws Error naming the candidates.
  void select_run(const std::string& run);

  /// Runs one SELECT over the views and marks the columns that may be modelled. Throws Error with line and column in
  /// `sql` if it is invalid, does more than read, returns a blob or exceeds `limits`.
  Table query(const std::string& sql, const SqlValues& values = {}, const QueryLimits& limits = {}) const;

  /// Like query(), for a page whose columns may be missing from the ledger: these are NULL and listed in the view
  /// empty_reason.
  Table query_of_page(const std::string& sql);

  /// Returns those of `columns` that a condition on a point reads, each once and as spelled in `columns`. Throws Error
  /// with line and column in `condition` if it is invalid or its double quotes enclose anything but a column name.
  std::vector<std::string> columns_read(const std::vector<std::string>& columns, const std::string& condition) const;

  /// Like query(), in one or more parts, for answers of any size. Throws Error if another program changes the ledger
  /// after the first call of `take`: the answer cannot be restarted.
  void query_in_parts(const std::string& sql, const TakeRows& take, const QueryLimits& limits = {}) const;

  /// `run`: as for select_run().
  StoredRun stored_run(const std::string& run) const;

  /// All runs, oldest first, forgotten ones included.
  std::vector<RunSummary> runs() const;

 private:
  struct Connection;
  explicit LedgerReader(std::unique_ptr<Connection> connection);

  std::unique_ptr<Connection> connection_;
};

}  // namespace warpledger
