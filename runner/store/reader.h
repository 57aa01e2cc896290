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
  std::string tags;        ///< "spring, baseline"; empty when it has none
  bool forgotten = false;
  std::string tool;     ///< what measured it: "warpledger", or whose results were imported
  std::string outcome;  ///< "finished", "interrupted", "failed"; "open" while it is under way or when its process died
};

/// Answers questions about a ledger, which it cannot change; a writer may be at work on it meanwhile.
class LedgerReader {
 public:
  /// Throws Error when there is no ledger at `path`, its schema is not that of `schema_folder`, or was changed.
  LedgerReader(const std::string& path, const std::string& schema_folder);
  /// A ledger without a run, which is in no file: for the columns that every ledger has. Throws Error when the schema
  /// is incomplete.
  static LedgerReader of_empty_ledger(const std::string& schema_folder);
  ~LedgerReader();
  LedgerReader(LedgerReader&&) noexcept;
  LedgerReader& operator=(LedgerReader&&) noexcept;

  /// Selects the run that the views point, device, environment, run_info, metric_reason and model_check show; before,
  /// they are empty. `run` is "latest" or how one run's UUID begins. Throws Error naming the candidates.
  void select_run(const std::string& run);

  /// The answer of one SELECT over the views, with the marks of columns that a model may have given. Throws Error with
  /// line and column within `sql` when it is wrong, does more than read, or goes beyond `limits`. A blob cannot be
  /// shown.
  Table query(const std::string& sql, const SqlValues& values = {}, const QueryLimits& limits = {}) const;

  /// query() for a page, whose columns need not exist in every ledger: a column that is unknown is NULL, and the view
  /// empty_reason says so.
  Table query_of_page(const std::string& sql);

  /// The columns among `columns` that a condition on a point looks at, each once, as `columns` has it. Throws Error
  /// with line and column within `condition` when it is none, or names in double quotes what no column is called.
  std::vector<std::string> columns_read(const std::vector<std::string>& columns, const std::string& condition) const;

  /// query() in parts, at least one: an answer of any size needs little memory. Throws Error when another program
  /// changed the ledger after `take` was called: the answer cannot begin again.
  void query_in_parts(const std::string& sql, const TakeRows& take, const QueryLimits& limits = {}) const;

  /// The run with its texts and points; `run` as for select_run().
  StoredRun stored_run(const std::string& run) const;

  /// All runs, oldest first, forgotten ones too.
  std::vector<RunSummary> runs() const;

 private:
  struct Connection;
  explicit LedgerReader(std::unique_ptr<Connection> connection);

  std::unique_ptr<Connection> connection_;
};

}  // namespace warpledger
