#pragma once

#include <SQLiteCpp/Database.h>

#include <string>
#include <vector>

namespace warpledger {

/// Makes the views of <schema_folder>/views on a reading connection, in the order of their file names, as temporary
/// views: they live beside the ledger, not in it. Below them lie two views and a table whose columns are data and so
/// cannot stand in a file:
///
///     device_facts   one row a device: device, uuid, backend, name, chip and a column for each fact
///     measured       one row a point: what it is, and a column for each quantity, metric and device fact
///     selected_run   one row at most: the run that the view `point` shows
///
/// The columns are the names found in the ledger, kDeviceFacts and `metric_names`; a name of two kinds gets its kind in
/// front of it the second time ("metric.blocks"). A view file says which quantities and metrics it uses, so that they
/// exist, all NULL, in a ledger that has none yet:
///
///     -- measured: elements, inst_executed
///
/// Throws Error naming the file or the view that is wrong.
void create_views(SQLite::Database& database, const std::string& schema_folder,
                  const std::vector<std::string>& metric_names);

}  // namespace warpledger
