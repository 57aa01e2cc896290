#include "store/reader.h"

#include <SQLiteCpp/Statement.h>
#include <SQLiteCpp/VariadicBind.h>

#include <map>
#include <set>
#include <utility>

#include "base/error.h"
#include "store/connection.h"
#include "store/ledger_file.h"
#include "store/query.h"
#include "store/run_rows.h"
#include "store/sample_rows.h"
#include "store/schema.h"
#include "store/sql_functions.h"

namespace warpledger {

struct LedgerReader::Connection {
  Connection(std::string ledger_path, LedgerSchema ledger_schema, ReadConnection connection)
      : path(std::move(ledger_path)), schema(std::move(ledger_schema)), ledger(std::move(connection)) {}

  std::string path;
  LedgerSchema schema;
  ReadConnection ledger;
  std::optional<std::int64_t> selected = {};
  std::set<std::string> unrecorded = {};                            ///< columns that pages use and this ledger lacks
  std::optional<std::pair<bool, std::size_t>> point_made_for = {};  ///< on_host, and the size of `unrecorded`
  std::optional<SelectStatements> statements = {};                  ///< set after the views are made
  /// Cache by columns and condition: columns_read() makes a view, which expires all compiled statements.
  std::map<std::pair<std::vector<std::string>, std::string>, std::vector<std::string>> columns_read = {};

  SQLite::Database& database() { return ledger.database(); }

  void prepare() {
    if (statements) return;
    schema.require_ours(database(), path);
    register_sql_functions(database().getHandle());
    register_sample_rows(database().getHandle());
    schema.views().create_temporary(database());
    point_made_for.reset();
    if (selected) insert_selected();
    show_point();
  }

  void select(std::int64_t run) {
    selected = run;
    if (!ledger.is_open()) return;  // answer() selects it
    insert_selected();
    show_point();
  }

  void insert_selected() {
    statements.reset();
    database().exec("DELETE FROM temp.selected_run");
    SQLite::Statement select(database(), "INSERT INTO temp.selected_run (run) VALUES (?)");
    execute(select, *selected);
  }

  /// These depend on the selected run's device and on `unrecorded`.
  void show_point() {
    statements.reset();
    const bool on_host = database()
                             .execAndGet(
                                 "SELECT count(*) FROM temp.selected_run AS s JOIN main.run AS r ON r.id = s.run "
                                 "JOIN main.device AS d ON d.id = r.device WHERE d.backend = 'host'")
                             .getInt() > 0;
    const std::pair wanted{on_host, unrecorded.size()};
    if (point_made_for != wanted) schema.views().create_point(database(), on_host, unrecorded);
    point_made_for = wanted;
    statements.emplace(database().getHandle(),
                       ModelledViews{.point = on_host, .own = schema.views().names(), .columns = [this] {
                                       return schema.views().modelled_columns(names_in(database()));
                                     }});
  }

  void close() {
    statements.reset();
    ledger.close();
  }

  /// Returns the result of `ask` on a consistent ledger. Repeats `ask`, which must have no side effects, if the ledger
  /// changed, unless `begun`: a part of the answer was already passed on.
  template <typename Ask>
  auto answer(Ask&& ask, const bool& begun = false) {
    constexpr int kMostAttempts = 20;
    return with_ledger_errors(path, [&] {
      for (int attempt = 1;; ++attempt) {
        try {
          if (ledger.is_invalid()) close();
          if (!ledger.is_open()) ledger = open_for_reading(path, schema);
          prepare();
          auto answer = ask();
          if (!ledger.is_invalid()) return answer;
        } catch (const SQLite::Exception& cause) {
          if (is_passing(cause))
            close();
          else if (!ledger.is_invalid())
            throw;
        } catch (const std::exception&) {
          if (!ledger.is_invalid()) throw;
        }
        if (attempt == kMostAttempts || begun) refuse_changing_ledger(path);
      }
    });
  }

  /// Like answer(), and names an invalid view.
  template <typename Ask>
  auto answer_over_views(Ask&& ask, const bool& begun = false) {
    return answer(
        [&] {
          try {
            return ask();
          } catch (const Error&) {
            schema.views().check(database());
            throw;
          }
        },
        begun);
  }
};

namespace {

/// Returns "insn_per_el" for "no such column: p.insn_per_el"; nothing for other errors.
std::optional<std::string> unknown_column(const Error& error) {
  if (!error.problem().starts_with(kNoSuchColumn)) return std::nullopt;
  const std::string name = error.problem().substr(kNoSuchColumn.size());
  return name.substr(name.rfind('.') + 1);
}

}  // namespace

LedgerReader::LedgerReader(const std::string& path, const std::string& schema_folder) {
  LedgerSchema schema(schema_folder);
  ReadConnection ledger = open_for_reading(path, schema);
  connection_ = std::make_unique<Connection>(path, std::move(schema), std::move(ledger));
  connection_->answer([] { return true; });  // makes the views
}

LedgerReader::LedgerReader(std::unique_ptr<Connection> connection) : connection_(std::move(connection)) {
  connection_->answer([] { return true; });
}

LedgerReader LedgerReader::of_empty_ledger(const std::string& schema_folder) {
  auto connection = std::make_unique<Connection>(":memory:", LedgerSchema(schema_folder), ReadConnection::in_memory());
  connection->schema.bring_up_to_date(connection->database(), connection->path);
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

Table LedgerReader::query(const std::string& sql, const SqlValues& values, const QueryLimits& limits) const {
  return connection_->answer_over_views([&] { return run_query(*connection_->statements, sql, limits, values); });
}

Table LedgerReader::query_of_page(const std::string& sql) {
  while (true) {
    try {
      return query(sql);
    } catch (const Error& error) {
      const std::optional<std::string> name = unknown_column(error);
      if (!name || !connection_->unrecorded.insert(*name).second) throw;
      connection_->answer([&] {
        connection_->show_point();
        return true;
      });
    }
  }
}

std::vector<std::string> LedgerReader::columns_read(const std::vector<std::string>& columns,
                                                    const std::string& condition) const {
  const auto known = connection_->columns_read.find({columns, condition});
  if (known != connection_->columns_read.end()) return known->second;
  return connection_->columns_read[{columns, condition}] = connection_->answer_over_views(
             [&] { return warpledger::columns_read(*connection_->statements, columns, condition); });
}

void LedgerReader::query_in_parts(const std::string& sql, const TakeRows& take, const QueryLimits& limits) const {
  // Parts are passed on one late, and the last one only if the answer is valid: a short answer can be repeated, and an
  // invalid one never looks complete.
  std::optional<Table> waiting;
  bool begun = false;
  connection_->answer_over_views(
      [&] {
        waiting.reset();
        run_query_in_parts(*connection_->statements, sql, limits, [&](Table part) {
          if (waiting) {
            begun = true;
            take(*std::move(waiting));
          }
          waiting = std::move(part);
        });
        return true;
      },
      begun);
  take(*std::move(waiting));
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
        // A finished run has all planned points; counting a million takes long.
        "SELECT run_uuid, started_utc, experiment, device_name, planned_points, CASE outcome WHEN "
        "'finished' THEN planned_points ELSE recorded_points END, coalesce(tags, ''), forgotten, tool, "
        "outcome, coalesce(submission, '') FROM runs ORDER BY started_utc, run");
    std::vector<RunSummary> summaries;
    while (rows.executeStep())
      summaries.push_back({.uuid = rows.getColumn(0),
                           .started_utc = rows.getColumn(1),
                           .experiment = rows.getColumn(2),
                           .device_name = rows.getColumn(3),
                           .planned_points = rows.getColumn(4).getInt64(),
                           .recorded_points = rows.getColumn(5).getInt64(),
                           .submission = rows.getColumn(10),
                           .tags = rows.getColumn(6),
                           .forgotten = rows.getColumn(7).getInt() == 1,
                           .tool = rows.getColumn(8),
                           .outcome = rows.getColumn(9)});
    return summaries;
  });
}

}  // namespace warpledger
