#include "store/reader.h"

#include <SQLiteCpp/Statement.h>
#include <SQLiteCpp/Transaction.h>
#include <SQLiteCpp/VariadicBind.h>

#include <utility>

#include "base/error.h"
#include "store/basis.h"
#include "store/connection.h"
#include "store/ledger_file.h"
#include "store/query.h"
#include "store/run_rows.h"
#include "store/sql_functions.h"
#include "store/views.h"

namespace warpledger {

struct LedgerReader::Connection {
  std::string path;
  SQLite::Database database;
  std::string schema_folder;

  /// What `ask` answers. Where it fails because a view is wrong, that view is named.
  template <typename Ask>
  auto answer(Ask&& ask) {
    return with_ledger_errors(path, [&] {
      try {
        return ask();
      } catch (const Error&) {
        check_views(database, schema_folder);
        throw;
      }
    });
  }
};

LedgerReader::LedgerReader(const std::string& path, const std::string& schema_folder,
                           const std::vector<std::string>& metric_names)
    : LedgerReader(
          std::unique_ptr<Connection>(new Connection{path, open_for_reading(path, schema_folder), schema_folder}),
          schema_folder, metric_names) {}

LedgerReader::LedgerReader(std::unique_ptr<Connection> connection, const std::string& schema_folder,
                           const std::vector<std::string>& metric_names)
    : connection_(std::move(connection)) {
  with_ledger_errors(connection_->path, [&] {
    register_sql_functions(connection_->database.getHandle());
    create_views(connection_->database, schema_folder, metric_names);
  });
}

LedgerReader LedgerReader::of_empty_ledger(const std::string& schema_folder,
                                           const std::vector<std::string>& metric_names) {
  const std::string name = ":memory:";
  std::unique_ptr<Connection> connection(
      new Connection{name, SQLite::Database(name, SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE), schema_folder});
  migrate(connection->database, name, read_migrations(schema_folder));
  return {std::move(connection), schema_folder, metric_names};
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
  return connection_->answer([&] { return run_query(connection_->database.getHandle(), sql); });
}

std::vector<std::string> LedgerReader::columns_read(const std::vector<std::string>& columns,
                                                    const std::string& condition) const {
  return connection_->answer(
      [&] { return warpledger::columns_read(connection_->database.getHandle(), columns, condition); });
}

Table LedgerReader::marked_query(const std::string& sql, std::optional<std::size_t> row_limit) const {
  SQLite::Database& database = connection_->database;
  return connection_->answer([&] {
    // One state of the ledger for all answers; its end without a commit selects the former basis again.
    const SQLite::Transaction transaction(database);
    if (database.execAndGet("SELECT EXISTS (SELECT 1 FROM main.estimate)").getInt() == 0)
      return run_query(database.getHandle(), sql, row_limit);
    return marked_answer([&](const std::string& basis) {
      select_basis(database, basis);
      return run_query(database.getHandle(), sql, row_limit);
    });
  });
}

std::vector<RunSummary> LedgerReader::runs() const {
  return with_ledger_errors(connection_->path, [&] {
    SQLite::Statement rows(connection_->database,
                           // A finished run has recorded what it planned; counting a million points takes its time.
                           "SELECT run_uuid, started_utc, experiment, device_name, planned_points, CASE outcome WHEN "
                           "'finished' THEN planned_points ELSE recorded_points END, coalesce(tags, ''), forgotten, "
                           "outcome FROM runs ORDER BY started_utc, run");
    std::vector<RunSummary> summaries;
    while (rows.executeStep())
      summaries.push_back({.uuid = rows.getColumn(0),
                           .started_utc = rows.getColumn(1),
                           .experiment = rows.getColumn(2),
                           .device_name = rows.getColumn(3),
                           .planned_points = rows.getColumn(4).getInt64(),
                           .recorded_points = rows.getColumn(5).getInt64(),
                           .tags = rows.getColumn(6),
                           .forgotten = rows.getColumn(7).getInt() == 1,
                           .outcome = rows.getColumn(8)});
    return summaries;
  });
}

}  // namespace warpledger
