#include "store/run_rows.h"

#include <SQLiteCpp/Statement.h>
#include <SQLiteCpp/VariadicBind.h>
#include <fmt/format.h>
#include <unistd.h>

#include <array>

#include "store/intern.h"

namespace warpledger {
namespace {

/// "process 4711 on lab7"
std::string this_process() {
  std::array<char, 256> host{};
  gethostname(host.data(), host.size() - 1);
  return fmt::format("process {} on {}", getpid(), host.data());
}

}  // namespace

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
  const std::int64_t run = database.getLastInsertRowid();
  SQLite::Statement add_text(database, "INSERT OR IGNORE INTO run_text (run, source) VALUES (?, ?)");
  for (const SourceFile& text : info.texts) {
    SQLite::bind(add_text, run, source_id(database, text));
    add_text.exec();
    add_text.reset();
  }
  return run;
}

std::int64_t add_run_start(SQLite::Database& database, std::int64_t run, const RunInfo& info,
                           const std::string& changes) {
  SQLite::Statement add(database,
                        "INSERT INTO run_start (run, started_utc, command_line, tool_version, environment, process, "
                        "recorded_points, changes) VALUES (?1, strftime('%Y-%m-%dT%H:%M:%fZ', 'now'), ?2, ?3, ?4, ?5, "
                        "(SELECT count(*) FROM point WHERE run = ?1), ?6)");
  SQLite::bind(add, run, info.command_line, info.tool_version, environment_id(database, info.device), this_process(),
               changes);
  add.exec();
  return database.getLastInsertRowid();
}

void add_run_stop(SQLite::Database& database, std::int64_t start, const std::string& outcome,
                  const std::string& reason) {
  SQLite::Statement add(database,
                        "INSERT INTO run_stop (start, stopped_utc, outcome, reason) "
                        "VALUES (?, strftime('%Y-%m-%dT%H:%M:%fZ', 'now'), ?, ?)");
  SQLite::bind(add, start, outcome, reason);
  add.exec();
}

}  // namespace warpledger
