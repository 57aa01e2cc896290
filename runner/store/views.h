#pragma once

#include <SQLiteCpp/Database.h>

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace warpledger {

// The views of a ledger come from the files of schema/views. Those made by CREATE VIEW are stored in the ledger, so
// that any program that reads SQLite has them; they use SQLite's own functions only. Those made by CREATE TEMP VIEW
// depend on the selected run or on functions of ours, and live next to the ledger on a reading connection.
//
// The ledger's tables are tall: a metric is a row. `points` and `points_modelled` are wide, with a column for each name
// that the ledger holds and for each that a file declares, which is NULL in a ledger without it:
//
//     -- measured: elements, inst_executed      a quantity or metric
//     -- modelled: inst_executed                a metric that the model gives: also NAME_low, NAME_high in
//     points_modelled
//
// A name of two kinds gets its kind in front of it the second time ("metric.blocks"), and so does one that a view's own
// column or a device fact has ("metric.time_us"), as imported counters may. A writer that adds a name makes the views
// again. What a file writes as {readings}, {modelled} and {device_facts} are the SELECTs that make columns of rows.

/// One file of views.
struct ViewFile {
  std::string path;
  std::string sql;
};

/// The files of <schema_folder>/views, in the order of their names. Throws Error when there are none.
std::vector<ViewFile> read_view_files(const std::string& schema_folder);

/// A statement of a file that makes a view.
struct ViewStatement {
  std::string file;
  std::string name;
  std::string sql;  ///< without its semicolon
  bool stored = false;
};

/// A view and the statement that makes it, as sqlite_schema has it.
struct StoredView {
  std::string name;
  std::string sql;
};

/// Rows of `metric` that hold a metric: ids of `metric_kind`.
using MetricKinds = std::map<std::string, std::vector<std::int64_t>>;

/// Names that a ledger holds, which are columns of its wide views.
struct LedgerNames {
  std::set<std::string> facts;       ///< of devices
  std::set<std::string> quantities;  ///< parameters, axes, launch, work
  MetricKinds metrics;
  std::set<std::string> estimates;  ///< metrics that a model was asked for
};

LedgerNames names_in(SQLite::Database& database);

/// The views of an installation.
class Views {
 public:
  /// Reads the files of <schema_folder>/views. Throws Error when there are none, or one is not a list of views.
  explicit Views(const std::string& schema_folder);

  /// The views that a ledger with these names stores, each after those that it reads.
  std::vector<StoredView> stored(const LedgerNames& names) const;

  /// Makes the stored views of a ledger what they should be, where they are not. The caller holds the transaction.
  void store(SQLite::Database& database) const;

  /// Makes the temporary views on a reading connection, except those of create_point(), and their tables:
  ///
  ///     selected_run       one row at most: the run that `point` and other views show
  ///     unrecorded_column  names that a page asks for and this ledger does not have
  ///
  /// Throws Error naming the file that is wrong. SQLite does not look into a view before it is used: check() does.
  void create_temporary(SQLite::Database& database) const;

  /// Makes `point` and `point_modelled`. `point` shows what the model says if the selected run is on the host. Each
  /// column of `unrecorded` that these two, `points` and `points_modelled` lack is NULL there.
  void create_point(SQLite::Database& database, bool on_host, const std::set<std::string>& unrecorded) const;

  /// Throws Error naming a view that uses a column which does not exist. Takes as long as opening a ledger.
  void check(SQLite::Database& database) const;

  /// The names of all views.
  std::set<std::string> names() const;

  /// The columns of points_modelled that a model gives, NAME_low and NAME_high included. `point` has the others of
  /// these names when it shows a host's run.
  std::set<std::string> modelled_columns(const LedgerNames& names) const;

 private:
  const ViewStatement& statement(const std::string& name) const;
  std::string device_facts(const LedgerNames& names) const;
  std::string readings(const LedgerNames& names, const std::string& schema, bool on_host,
                       const std::string& where) const;
  std::string modelled(const LedgerNames& names, const std::string& schema, const std::string& where) const;

  std::string folder_;
  std::vector<ViewStatement> views_;
  std::set<std::string> measured_, modelled_;         ///< declared names
  std::set<std::string> derived_, derived_modelled_;  ///< columns that views add, in lower case
};

}  // namespace warpledger
