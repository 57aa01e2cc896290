#include "store/reader.h"

#include <SQLiteCpp/Statement.h>
#include <SQLiteCpp/VariadicBind.h>

#include <utility>

#include "store/connection.h"
#include "store/ledger_error.h"
#include "store/query.h"
#include "store/run_choice.h"
#include "store/sql_functions.h"
#include "store/views.h"

namespace warpledger {

struct LedgerReader::Connection {
  std::string path;
  SQLite::Database database;
};

LedgerReader::LedgerReader(const std::string& path, const std::string& schema_folder,
                           const std::vector<std::string>& metric_names)
    : connection_(new Connection{path, open_for_reading(path, schema_folder)}) {
  with_ledger_errors(path, [&] {
    register_sql_functions(connection_->database.getHandle());
    create_views(connection_->database, schema_folder, metric_names);
  });
}
LedgerReader::~LedgerReader() = default;
LedgerReader::LedgerReader(LedgerReader&&) noexcept = default;
LedgerReader& LedgerReader::operator=(LedgerReader&&) noexcept = default;

void LedgerReader::select_run(const std::string& run) {
  SQLite::Database& database = connection_->database;
  with_ledger_errors(connection_->path, [&] {
    const std::int64_t id = chosen_run(database, connection_->path, run);
    database.exec("DELETE FROM temp.selected_run");
    SQLite::Statement select(database, "INSERT INTO temp.selected_run (run) VALUES (?)");
    SQLite::bind(select, id);
    select.exec();
  });
}

Table LedgerReader::query(const std::string& sql) const {
  return with_ledger_errors(connection_->path, [&] { return run_query(connection_->database.getHandle(), sql); });
}

std::vector<RunSummary> LedgerReader::runs() const {
  return with_ledger_errors(connection_->path, [&] {
    SQLite::Statement rows(connection_->database,
                           "SELECT run_uuid, started_utc, experiment, device_name, planned_points, recorded_points, "
                           "outcome FROM runs ORDER BY run");
    std::vector<RunSummary> summaries;
    while (rows.executeStep())
      summaries.push_back({.uuid = rows.getColumn(0),
                           .started_utc = rows.getColumn(1),
                           .experiment = rows.getColumn(2),
                           .device_name = rows.getColumn(3),
                           .planned_points = rows.getColumn(4).getInt64(),
                           .recorded_points = rows.getColumn(5).getInt64(),
                           .outcome = rows.getColumn(6)});
    return summaries;
  });
}

}  // namespace warpledger
