#pragma once

#include <SQLiteCpp/Database.h>

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace warpledger {

// CREATE VIEW in schema/views stores a view in the ledger, for any program that reads SQLite; it uses only SQLite's own
// functions. CREATE TEMP VIEW makes a view on a reading connection; it depends on the selected run or our functions.
//
// `points` and `points_modelled` turn rows into columns: one for each name in the ledger and each declared in a file,
// which is NULL if the ledger lacks it:
//
//     -- measured: elements, inst_executed      quantities or metrics
//     -- modelled: inst_executed                modelled metrics: points_modelled also has NAME_low and NAME_high
//
// If a name is taken by another kind, a view's own column or a device fact, its kind is prefixed: "metric.time_us". A
// writer that adds a name makes the views again. {readings}, {modelled} and {device_facts} in a file are replaced by
// the SELECTs that make the columns.

struct ViewFile {
  std::string path;
  std::string sql;
};

/// Sorted by name. Throws Error if there are none.
std::vector<ViewFile> read_view_files(const std::string& schema_folder);

struct ViewStatement {
  std::string file;
  std::string name;
  std::string sql;  ///< without the semicolon
  bool stored = false;
};

struct StoredView {
  std::string name;
  std::string sql;
};

/// Ids of `metric_kind` by name.
using MetricKinds = std::map<std::string, std::vector<std::int64_t>>;

/// Names that become columns of the wide views.
struct LedgerNames {
  std::set<std::string> facts;
  std::set<std::string> quantities;  ///< parameters, axes, launch, work
  MetricKinds metrics;
  std::set<std::string> estimates;  ///< modelled metrics
};

LedgerNames names_in(SQLite::Database& database);

class Views {
 public:
  /// Reads <schema_folder>/views. Throws Error if it has no files or one of them is not a list of views.
  explicit Views(const std::string& schema_folder);

  /// Each view follows those that it reads.
  std::vector<StoredView> stored(const LedgerNames& names) const;

  /// Makes the stored views that are missing or outdated. The caller holds the transaction.
  void store(SQLite::Database& database) const;

  /// Makes the temporary views of a reading connection, except those of create_point(), and their tables:
  ///
  ///     selected_run       at most one row: the run that `point` and other views show
  ///     unrecorded_column  names that a page uses and this ledger lacks
  ///
  /// Throws Error naming an invalid file. SQLite resolves columns only when a view is used; check() does so.
  void create_temporary(SQLite::Database& database) const;

  /// Makes `point`, with modelled values if the selected run is on the host, and `point_modelled`. Missing columns of
  /// these, `points` and `points_modelled` that are in `unrecorded` are NULL.
  void create_point(SQLite::Database& database, bool on_host, const std::set<std::string>& unrecorded) const;

  /// Throws Error naming a view that uses a missing column. Takes as long as opening a ledger.
  void check(SQLite::Database& database) const;

  std::set<std::string> names() const;

  /// The modelled columns of points_modelled, NAME_low and NAME_high included, and of a host run's `point`.
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
