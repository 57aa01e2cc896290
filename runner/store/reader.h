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
  std::string tags;  ///< "spring, baseline"; empty when it has none
  bool forgotten = false;
  std::string tool;     ///< what measured it: "warpledger", or whose results were imported
  std::string outcome;  ///< "finished", "interrupted", "failed"; "open" while it is under way or when its process died
};

/// Answers questions about a ledger, which it cannot change; a writer may be at work on it meanwhile.
class LedgerReader {
 public:
  /// `schema_folder` holds migrations/ and views/. The wide views have a column for each of `metric_names` and for each
  /// name in the ledger at this moment. Throws Error when there is no ledger, it is not one, or its schema is another.
  LedgerReader(const std::string& path, const std::string& schema_folder, const std::vector<std::string>& metric_names);
  /// A ledger without a run, which is in no file: for the columns that every ledger has. Throws Error when the schema
  /// is incomplete.
  static LedgerReader of_empty_ledger(const std::string& schema_folder, const std::vector<std::string>& metric_names);
  ~LedgerReader();
  LedgerReader(LedgerReader&&) noexcept;
  LedgerReader& operator=(LedgerReader&&) noexcept;

  /// Sets which run the views point, device, environment, run_info, metric_reason and model_check show; before, they
  /// are empty.
  /// `run` is "latest" or how one run's UUID begins. Throws Error naming the candidates.
  void select_run(const std::string& run);

  /// The answer of one SELECT over the views. Throws Error with line and column within `sql` when it is wrong or does
  /// more than read. A blob cannot be shown.
  Table query(const std::string& sql, const SqlValues& values = {}) const;

  /// The columns among `columns` that a condition on a point looks at, each once, as `columns` has it. Throws Error
  /// with line and column within `condition` when it is none, or names in double quotes what no column is called.
  std::vector<std::string> columns_read(const std::vector<std::string>& columns, const std::string& condition) const;

  /// query() with the marks of cells whose numbers are modelled. To find them, a query that reads estimates is answered
  /// up to four times. Of each answer limits.rows rows are read, as if the query ended with that LIMIT.
  Table marked_query(const std::string& sql, const QueryLimits& limits = {}, const SqlValues& values = {}) const;

  /// marked_query() in parts, at least one: an answer of any size needs little memory. One with marks comes whole,
  /// since its rows are compared with those of other answers. Throws Error when another program changed the ledger
  /// after `take` was called: the answer cannot begin again.
  void marked_query_in_parts(const std::string& sql, const QueryLimits& limits, const TakeRows& take) const;

  /// query() in parts, as marked_query_in_parts() gives them, without marks.
  void query_in_parts(const std::string& sql, const TakeRows& take) const;

  /// The run with its texts and points; `run` as for select_run().
  StoredRun stored_run(const std::string& run) const;

  /// All runs, oldest first, forgotten ones too.
  std::vector<RunSummary> runs() const;

 private:
  struct Connection;
  explicit LedgerReader(std::unique_ptr<Connection> connection);
  void in_parts(const std::function<void(const TakeRows&)>& ask, const TakeRows& take) const;

  std::unique_ptr<Connection> connection_;
};

}  // namespace warpledger
