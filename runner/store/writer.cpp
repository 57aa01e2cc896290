#include "store/writer.h"

#include <SQLiteCpp/Statement.h>
#include <SQLiteCpp/Transaction.h>
#include <SQLiteCpp/VariadicBind.h>
#include <fmt/format.h>

#include <boost/uuid/random_generator.hpp>
#include <boost/uuid/uuid_io.hpp>
#include <cstdint>
#include <optional>
#include <utility>

#include "base/error.h"
#include "store/connection.h"
#include "store/intern.h"
#include "store/ledger_error.h"
#include "store/point_rows.h"

namespace warpledger {

struct LedgerWriter::Connection {
  std::string path;
  SQLite::Database database;
  std::optional<std::int64_t> run;  ///< id of the run that has begun

  std::int64_t current_run() const {
    if (!run) throw Error({.file = path}, "no run has begun", "call begin_run first");
    return *run;
  }

  /// Calls `action` in a transaction. It begins as a writing one: a reading one that turns into a writer fails when
  /// another process has written in between.
  template <typename Action>
  void in_transaction(Action&& action) {
    with_ledger_errors(path, [&] {
      SQLite::Transaction transaction(database, SQLite::TransactionBehavior::IMMEDIATE);
      action();
      transaction.commit();
    });
  }
};

namespace {

std::int64_t add_run(SQLite::Database& database, const std::string& uuid, const RunInfo& info) {
  const std::int64_t experiment = experiment_id(database, info.experiment, info.experiment_text);
  const std::int64_t device = device_id(database, info.device);
  const std::int64_t environment = environment_id(database, info.device);
  SQLite::Statement add(database,
                        "INSERT INTO run (uuid, started_utc, command_line, tool_version, experiment, device, "
                        "environment, submission, seed, planned_points, report, settings) "
                        "VALUES (?, strftime('%Y-%m-%dT%H:%M:%fZ', 'now'), ?, ?, ?, ?, ?, nullif(?, ''), ?, ?, ?, ?)");
  SQLite::bind(add, uuid, info.command_line, info.tool_version, experiment, device, environment, info.submission,
               std::to_string(info.seed), info.planned_points, info.report,
               info.settings_json.empty() ? "{}" : info.settings_json);
  add.exec();
  return database.getLastInsertRowid();
}

}  // namespace

LedgerWriter::LedgerWriter(const std::string& path, const std::string& schema_folder)
    : connection_(new Connection{path, open_for_writing(path, schema_folder), std::nullopt}) {}
LedgerWriter::~LedgerWriter() = default;
LedgerWriter::LedgerWriter(LedgerWriter&&) noexcept = default;
LedgerWriter& LedgerWriter::operator=(LedgerWriter&&) noexcept = default;

std::string LedgerWriter::begin_run(const RunInfo& info) {
  std::string uuid = boost::uuids::to_string(boost::uuids::random_generator()());
  std::int64_t run = 0;
  connection_->in_transaction([&] { run = add_run(connection_->database, uuid, info); });
  connection_->run = run;
  return uuid;
}

void LedgerWriter::record(const Job& job, const Result& result) {
  if (job.ordinal != result.ordinal)
    throw Error(fmt::format("point {} was given the result of point {}", job.ordinal, result.ordinal),
                "this is a defect of warpledger: please report it with this message");
  const std::int64_t run = connection_->current_run();
  connection_->in_transaction([&] { add_point(connection_->database, run, job, result); });
}

void LedgerWriter::end_run(const std::string& outcome, const std::string& reason) {
  const std::int64_t run = connection_->current_run();
  connection_->in_transaction([&] {
    SQLite::Statement add(connection_->database,
                          "INSERT INTO run_end (run, ended_utc, outcome, reason) "
                          "VALUES (?, strftime('%Y-%m-%dT%H:%M:%fZ', 'now'), ?, ?)");
    SQLite::bind(add, run, outcome, reason);
    add.exec();
  });
}

}  // namespace warpledger
