#pragma once

#include <SQLiteCpp/Database.h>

#include <string>
#include <vector>

namespace warpledger {

/// Makes the views of <schema_folder>/views on a reading connection, in the order of their file names, as temporary
/// views: they live beside the ledger, not in it. Below them lie two views whose columns are data and so cannot
/// stand in a file, and the tables that select what is shown:
///
///     device_facts    one row a device: device, uuid, backend, name, chip and a column for each fact
///     readings        one row a point and basis: what it is, and a column for each quantity, metric and device fact
///     basis           what a metric's column holds: what was measured, what is modelled, ...; see basis.h
///     selected_run    one row at most: the run that the view `point` shows
///     selected_basis  one row: the basis that the views `point` and `points` show
///
/// The columns are the names found in the ledger, kDeviceFacts and `metric_names`; a name of two kinds gets its kind in
/// front of it the second time ("metric.blocks"). A view file says which quantities and metrics it uses, so that they
/// exist, all NULL, in a ledger that has none yet:
///
///     -- measured: elements, inst_executed
///
/// Throws Error naming the file that is wrong. SQLite does not look into a view before it is used: check_views does.
void create_views(SQLite::Database& database, const std::string& schema_folder,
                  const std::vector<std::string>& metric_names);

/// Throws Error naming a view that uses a column which does not exist. Takes as long as opening a ledger.
void check_views(SQLite::Database& database, const std::string& schema_folder);

}  // namespace warpledger
