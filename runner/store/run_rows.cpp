#include "store/run_rows.h"

#include <SQLiteCpp/Statement.h>
#include <fmt/format.h>
#include <unistd.h>

#include <array>
#include <chrono>
#include <thread>

#include "store/content_id.h"
#include "store/execute.h"
#include "store/ledger_change.h"

namespace warpledger {
namespace {

/// "process 4711 on lab7"
std::string this_process() {
  std::array<char, 256> host{};
  gethostname(host.data(), host.size() - 1);
  return fmt::format("process {} on {}", getpid(), host.data());
}

/// A moment at which no run of the ledger began: now, or a millisecond later.
std::string unused_start(SQLite::Database& database) {
  SQLite::Statement is_used(database, "SELECT 1 FROM run WHERE started_utc = ?");
  while (true) {
    std::string moment = utc_now(database);
    is_used.bind(1, moment);
    if (!is_used.executeStep()) return moment;
    is_used.reset();
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
}

}  // namespace

std::int64_t add_run(SQLite::Database& database, SharedRows& shared, const std::string& uuid, const RunInfo& info) {
  const std::int64_t run = run_id(uuid);
  SQLite::Statement add(database,
                        "INSERT INTO run (id, uuid, started_utc, command_line, tool_version, experiment, device, "
                        "environment, submission, seed, planned_points, report, settings) "
                        "VALUES (?, ?, ?, ?, ?, ?, ?, ?, nullif(?, ''), ?, ?, ?, ?)");
  execute(add, run, uuid, info.started_utc.empty() ? unused_start(database) : info.started_utc, info.command_line,
          info.tool_version, shared.experiment(info.experiment, info.experiment_text), shared.device(info.device),
          shared.environment(info.device), info.submission, std::to_string(info.seed), info.planned_points, info.report,
          info.settings_json.empty() ? "{}" : info.settings_json);
  SQLite::Statement add_text(database, "INSERT OR IGNORE INTO run_text (run, source) VALUES (?, ?)");
  for (const SourceFile& text : info.texts) execute(add_text, run, shared.source(text));
  return run;
}

std::int64_t add_run_start(SQLite::Database& database, SharedRows& shared, std::int64_t run, const RunInfo& info,
                           const std::string& changes) {
  const std::int64_t environment = shared.environment(info.device);
  SQLite::Statement add(database,
                        "INSERT INTO run_start (id, run, started_utc, command_line, tool_version, environment, "
                        "process, recorded_points, changes) "
                        "VALUES ((SELECT coalesce(max(id) + 1, ?1 << 16) FROM run_start WHERE run = ?1), ?1, "
                        "coalesce(nullif(?7, ''), strftime('%Y-%m-%dT%H:%M:%fZ', 'now')), ?2, ?3, ?4, ?5, "
                        "(SELECT count(*) FROM point WHERE run = ?1), ?6)");
  execute(add, run, info.command_line, info.tool_version, environment, this_process(), changes, info.started_utc);
  return database.getLastInsertRowid();
}

void add_run_stop(SQLite::Database& database, std::int64_t start, const std::string& outcome, const std::string& reason,
                  const std::string& stopped_utc) {
  SQLite::Statement add(database,
                        "INSERT INTO run_stop (start, stopped_utc, outcome, reason) "
                        "VALUES (?1, coalesce(nullif(?4, ''), strftime('%Y-%m-%dT%H:%M:%fZ', 'now')), ?2, ?3)");
  execute(add, start, outcome, reason, stopped_utc);
}

}  // namespace warpledger
