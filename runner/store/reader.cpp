#include "store/reader.h"

#include <SQLiteCpp/Statement.h>
#include <SQLiteCpp/Transaction.h>
#include <SQLiteCpp/VariadicBind.h>

#include <map>
#include <utility>

#include "base/error.h"
#include "store/basis.h"
#include "store/connection.h"
#include "store/ledger_file.h"
#include "store/query.h"
#include "store/run_rows.h"
#include "store/sample_rows.h"
#include "store/sql_functions.h"
#include "store/views.h"

namespace warpledger {

struct LedgerReader::Connection {
  std::string path;
  ReadConnection ledger;
  std::string schema_folder;
  std::vector<std::string> metric_names;
  std::optional<std::int64_t> selected = {};
  std::optional<SelectStatements> statements = {};  ///< of this connection; once it has its views
  /// By columns and condition: what was found once. To find it makes a view, which expires all compiled statements.
  std::map<std::pair<std::vector<std::string>, std::string>, std::vector<std::string>> columns_read = {};

  SQLite::Database& database() { return ledger.database(); }

  /// Makes the views of this connection.
  void prepare() {
    if (statements) return;
    register_sql_functions(database().getHandle());
    register_sample_rows(database().getHandle());
    create_views(database(), schema_folder, metric_names);
    if (selected) select(*selected);
    statements.emplace(database().getHandle());
  }

  void select(std::int64_t run) {
    database().exec("DELETE FROM temp.selected_run");
    SQLite::Statement select(database(), "INSERT INTO temp.selected_run (run) VALUES (?)");
    execute(select, run);
    selected = run;
  }

  /// What `ask` answers of a state of the ledger that is whole and the newest. It is asked again when the ledger
  /// changed meanwhile, so it must do nothing but answer.
  /// `begun`: whether a part of the answer was given away, which cannot be taken back.
  template <typename Ask>
  auto answer(Ask&& ask, const bool& begun = false) {
    constexpr int kMostAttempts = 20;
    return with_ledger_errors(path, [&] {
      for (int attempt = 1;; ++attempt) {
        try {
          if (ledger.is_outdated()) {
            statements.reset();
            ledger = open_for_reading(path, schema_folder);
          }
          prepare();
          auto answer = ask();
          if (!ledger.is_invalid()) return answer;
        } catch (const std::exception&) {
          if (!ledger.is_invalid()) throw;
        }
        if (attempt == kMostAttempts || begun) refuse_changing_ledger(path);
      }
    });
  }

  /// The same of a query over the views. Where it fails because a view is wrong, that view is named.
  template <typename Ask>
  auto answer_over_views(Ask&& ask, const bool& begun = false) {
    return answer(
        [&] {
          try {
            return ask();
          } catch (const Error&) {
            check_views(database(), schema_folder);
            throw;
          }
        },
        begun);
  }

  /// Whether an answer may have modelled numbers.
  bool reads_estimates(const std::string& sql) {
    return database().execAndGet("SELECT EXISTS (SELECT 1 FROM main.estimate)").getInt() == 1 &&
           looks_into(*statements, sql, "estimate");
  }

  Table marked(const std::string& sql, const QueryLimits& limits, const SqlValues& values = {}) {
    // One state of the ledger for all answers; its end without a commit selects the former basis again.
    const SQLite::Transaction transaction(database());
    return marked_answer([&](const std::string& basis) {
      select_basis(database(), basis);
      return run_query(*statements, sql, limits, values);
    });
  }
};

LedgerReader::LedgerReader(const std::string& path, const std::string& schema_folder,
                           const std::vector<std::string>& metric_names)
    : LedgerReader(std::unique_ptr<Connection>(
          new Connection{path, open_for_reading(path, schema_folder), schema_folder, metric_names})) {}

LedgerReader::LedgerReader(std::unique_ptr<Connection> connection) : connection_(std::move(connection)) {
  connection_->answer([] { return true; });  // makes the views
}

LedgerReader LedgerReader::of_empty_ledger(const std::string& schema_folder,
                                           const std::vector<std::string>& metric_names) {
  const std::string name = ":memory:";
  std::unique_ptr<Connection> connection(
      new Connection{name, ReadConnection::in_memory(), schema_folder, metric_names});
  migrate(connection->database(), name, read_migrations(schema_folder));
  return LedgerReader(std::move(connection));
}

LedgerReader::~LedgerReader() = default;
LedgerReader::LedgerReader(LedgerReader&&) noexcept = default;
LedgerReader& LedgerReader::operator=(LedgerReader&&) noexcept = default;

void LedgerReader::select_run(const std::string& run) {
  connection_->answer([&] {
    connection_->select(chosen_run(connection_->database(), connection_->path, run));
    return true;
  });
}

Table LedgerReader::query(const std::string& sql, const SqlValues& values) const {
  return connection_->answer_over_views([&] { return run_query(*connection_->statements, sql, {}, values); });
}

std::vector<std::string> LedgerReader::columns_read(const std::vector<std::string>& columns,
                                                    const std::string& condition) const {
  const auto known = connection_->columns_read.find({columns, condition});
  if (known != connection_->columns_read.end()) return known->second;
  return connection_->columns_read[{columns, condition}] = connection_->answer_over_views(
             [&] { return warpledger::columns_read(*connection_->statements, columns, condition); });
}

Table LedgerReader::marked_query(const std::string& sql, const QueryLimits& limits, const SqlValues& values) const {
  return connection_->answer_over_views([&] {
    return connection_->reads_estimates(sql) ? connection_->marked(sql, limits, values)
                                             : run_query(*connection_->statements, sql, limits, values);
  });
}

void LedgerReader::in_parts(const std::function<void(const TakeRows&)>& ask, const TakeRows& take) const {
  // Each part waits for the next, and the last one for the answer to be valid: a short answer can still begin again,
  // and none that is not valid looks complete.
  std::optional<Table> waiting;
  bool begun = false;
  connection_->answer_over_views(
      [&] {
        waiting.reset();
        const auto pass = [&](Table part) {
          if (waiting) {
            begun = true;
            take(*std::move(waiting));
          }
          waiting = std::move(part);
        };
        ask(pass);
        return true;
      },
      begun);
  take(*std::move(waiting));
}

void LedgerReader::query_in_parts(const std::string& sql, const TakeRows& take) const {
  in_parts([&](const TakeRows& pass) { run_query_in_parts(*connection_->statements, sql, {}, pass); }, take);
}

void LedgerReader::marked_query_in_parts(const std::string& sql, const QueryLimits& limits,
                                         const TakeRows& take) const {
  in_parts(
      [&](const TakeRows& pass) {
        if (connection_->reads_estimates(sql))
          pass(connection_->marked(sql, limits));
        else
          run_query_in_parts(*connection_->statements, sql, limits, pass);
      },
      take);
}

StoredRun LedgerReader::stored_run(const std::string& run) const {
  return connection_->answer([&] {
    SQLite::Database& database = connection_->database();
    return read_stored_run(database, chosen_run(database, connection_->path, run));
  });
}

std::vector<RunSummary> LedgerReader::runs() const {
  return connection_->answer([&] {
    SQLite::Statement rows(
        connection_->database(),
        // A finished run has recorded what it planned; counting a million points takes its time.
        "SELECT run_uuid, started_utc, experiment, device_name, planned_points, CASE outcome WHEN "
        "'finished' THEN planned_points ELSE recorded_points END, coalesce(tags, ''), forgotten, tool, "
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
                           .tool = rows.getColumn(8),
                           .outcome = rows.getColumn(9)});
    return summaries;
  });
}

}  // namespace warpledger
