#pragma once

#include <SQLiteCpp/Database.h>

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace warpledger {

// Views are defined in schema/views. CREATE VIEW stores a view in the ledger for any program that reads SQLite; it uses
// only SQLite's own functions. CREATE TEMP VIEW makes a view on a reading connection only: it depends on the selected
// run or on our functions.
//
// The tables are tall: a metric is a row. `points` and `points_modelled` are wide: they have a column for each name in
// the ledger and for each declared in a file, which is NULL in a ledger without it:
//
//     -- measured: elements, inst_executed      quantities or metrics
//     -- modelled: inst_executed                modelled metrics: points_modelled also has NAME_low and NAME_high
//
// If a name is taken by another kind, by a view's own column or by a device fact, it is prefixed with its kind:
// "metric.blocks", "metric.time_us". A writer that adds a name makes the views again. The placeholders {readings},
// {modelled} and {device_facts} in a file become the SELECTs that turn rows into columns.

struct ViewFile {
  std::string path;
  std::string sql;
};

/// Returns the files of <schema_folder>/views, sorted by name. Throws Error if there are none.
std::vector<ViewFile> read_view_files(const std::string& schema_folder);

/// A statement that creates a view.
struct ViewStatement {
  std::string file;
  std::string name;
  std::string sql;  ///< without the semicolon
  bool stored = false;
};

/// A view as in sqlite_schema.
struct StoredView {
  std::string name;
  std::string sql;
};

/// Ids of `metric_kind` by metric name.
using MetricKinds = std::map<std::string, std::vector<std::int64_t>>;

/// Names in a ledger that become columns of its wide views.
struct LedgerNames {
  std::set<std::string> facts;       ///< facts of devices
  std::set<std::string> quantities;  ///< parameters, axes, launch, work
  MetricKinds metrics;
  std::set<std::string> estimates;  ///< modelled metrics
};

LedgerNames names_in(SQLite::Database& database);

/// The views of an installation.
class Views {
 public:
  /// Reads <schema_folder>/views. Throws Error if it has no files or one of them is not a list of views.
  explicit Views(const std::string& schema_folder);

  /// Views stored in a ledger with these names, each after those that it reads.
  std::vector<StoredView> stored(const LedgerNames& names) const;

  /// Creates or replaces a ledger's stored views that are missing or outdated. The caller holds the transaction.
  void store(SQLite::Database& database) const;

  /// Creates the temporary views on a reading connection, except those of create_point(), and their tables:
  ///
  ///     selected_run       at most one row: the run that `point` and other views show
  ///     unrecorded_column  names that a page uses and this ledger lacks
  ///
  /// Throws Error naming an invalid file. SQLite resolves a view's columns only on use; check() does so for all.
  void create_temporary(SQLite::Database& database) const;

  /// Creates `point` and `point_modelled`. `point` shows modelled values if the selected run is on the host. Columns of
  /// `unrecorded` that these two, `points` or `points_modelled` lack are NULL there.
  void create_point(SQLite::Database& database, bool on_host, const std::set<std::string>& unrecorded) const;

  /// Throws Error naming a view that uses a missing column. Takes as long as opening a ledger.
  void check(SQLite::Database& database) const;

  std::set<std::string> names() const;

  /// The modelled columns of points_modelled, NAME_low and NAME_high included. For a host's run, `point` has modelled
  /// values in its columns of these names.
  std::set<std::string> modelled_columns(const LedgerNames& names) const;

 private:
  const ViewStatement& statement(const std::string& name) const;
  std::string device_facts(const LedgerNames& names) const;
  std::string readings(const LedgerNames& names, const std::string& schema, bool on_host,
                       const std::string& where) const;
  std::string modelled(const LedgerNames& names, const std::string& schema, const std::string& where) const;

  std::string folder_;
  std::vector<ViewStatement> views_;
  std::set<std::string> measured_, modelled_;         ///< declared in files
  std::set<std::string> derived_, derived_modelled_;  ///< columns that views add, in lower case
};

}  // namespace warpledger
