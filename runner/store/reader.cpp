#include "store/reader.h"

#include <SQLiteCpp/Statement.h>
#include <SQLiteCpp/VariadicBind.h>
#include <fmt/format.h>

#include <utility>

#include "base/error.h"
#include "store/connection.h"
#include "store/ledger_error.h"
#include "store/query.h"
#include "store/sql_functions.h"
#include "store/views.h"

namespace warpledger {

struct LedgerReader::Connection {
  std::string path;
  SQLite::Database database;
};

namespace {

struct Candidate {
  std::int64_t id = 0;
  std::string description;
};

/// The runs that `run` may mean, newest first.
std::vector<Candidate> candidates_for(SQLite::Database& database, const std::string& run) {
  SQLite::Statement rows(database,
                         "SELECT r.id, r.uuid || ' ' || r.started_utc || ' ' || e.name FROM main.run r "
                         "JOIN main.experiment e ON e.id = r.experiment "
                         "WHERE ?1 = 'latest' OR substr(r.uuid, 1, length(?1)) = ?1 ORDER BY r.id DESC");
  SQLite::bind(rows, run);
  std::vector<Candidate> found;
  while (rows.executeStep()) found.push_back({rows.getColumn(0).getInt64(), rows.getColumn(1).getString()});
  return found;
}

std::string list_of(const std::vector<Candidate>& candidates) {
  constexpr std::size_t kMost = 10;
  std::string text;
  for (std::size_t i = 0; i < candidates.size() && i < kMost; ++i) text += "\n  " + candidates[i].description;
  if (candidates.size() > kMost) text += fmt::format("\n  and {} more", candidates.size() - kMost);
  return text;
}

}  // namespace

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
  const std::string& path = connection_->path;
  SQLite::Database& database = connection_->database;
  with_ledger_errors(path, [&] {
    const auto found = candidates_for(database, run);
    if (found.empty()) {
      const auto all = candidates_for(database, "latest");
      if (all.empty()) throw Error({.file = path}, "this ledger has no runs", "run an experiment first");
      throw Error({.file = path}, fmt::format("no run begins with '{}'", run),
                  "use 'latest' or the beginning of one of these:" + list_of(all));
    }
    if (found.size() > 1 && run != "latest")
      throw Error({.file = path}, fmt::format("{} runs begin with '{}'", found.size(), run),
                  "write more of the one you mean:" + list_of(found));
    database.exec("DELETE FROM temp.selected_run");
    SQLite::Statement select(database, "INSERT INTO temp.selected_run (run) VALUES (?)");
    SQLite::bind(select, found.front().id);
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
