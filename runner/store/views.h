#pragma once

#include <SQLiteCpp/Database.h>

#include <set>
#include <string>
#include <vector>

namespace warpledger {

/// Makes the views of <schema_folder>/views on a reading connection, in the order of their file names, as temporary
/// views: they live beside the ledger, not in it. Below them lie two views whose columns are data and so cannot
/// stand in a file, and the tables that select what is shown:
///
///     device_facts    one row per device: device, uuid, backend, name, chip and a column for each fact
///     readings        one row per point and basis: what it is, and a column for each quantity, metric and device fact
///     basis           what a metric's column holds: what was measured, what is modelled, ...; see basis.h
///     selected_run    one row at most: the run that the view `point` shows
///     selected_basis  one row: the basis that the views `point` and `points` show
///
/// The columns are the names found in the ledger, kDeviceFacts and `metric_names`; a name of two kinds gets its kind in
/// front of it the second time ("metric.blocks"), and so does one that a view's own column or a device fact has
/// ("metric.time_us"), as imported counters may. A view file says which quantities and metrics it uses, so that they
/// exist, all NULL, in a ledger that has none yet:
///
///     -- measured: elements, inst_executed
///
/// Throws Error naming the file that is wrong. SQLite does not look into a view before it is used: check_views does.
void create_views(SQLite::Database& database, const std::string& schema_folder,
                  const std::vector<std::string>& metric_names);

/// Throws Error naming a view that uses a column which does not exist. Takes as long as opening a ledger.
void check_views(SQLite::Database& database, const std::string& schema_folder);

/// One file of views.
struct ViewFile {
  std::string path;
  std::string sql;
};

/// The files of <schema_folder>/views, in the order of their names. Throws Error when there are none.
std::vector<ViewFile> read_view_files(const std::string& schema_folder);

/// Names that must be columns even where the ledger has no such row, beside kDeviceFacts.
struct WantedColumns {
  std::set<std::string> metrics;
  std::set<std::string> measured;      ///< quantities or metrics
  std::set<std::string> derived = {};  ///< columns that views add, in lower case: no reading has such a name
};

/// Makes the temporary views device_facts and readings (see views.h), which turn the ledger's rows (name, value) into
/// columns. Each column is a look-up by (point, name), so a query pays for the columns and rows it uses only.
void create_pivot(SQLite::Database& database, const WantedColumns& wanted);

}  // namespace warpledger
