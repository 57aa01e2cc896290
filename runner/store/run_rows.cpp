#include "store/run_rows.h"

#include <SQLiteCpp/Statement.h>
#include <SQLiteCpp/VariadicBind.h>
#include <fmt/format.h>
#include <pwd.h>
#include <unistd.h>

#include <array>
#include <chrono>
#include <map>
#include <nlohmann/json.hpp>
#include <thread>
#include <vector>

#include "base/error.h"
#include "base/text.h"
#include "store/connection.h"
#include "store/content_id.h"
#include "store/run_info.h"

namespace warpledger {
namespace {

std::string this_host() {
  std::array<char, 256> host{};
  gethostname(host.data(), host.size() - 1);
  return host.data();
}

std::string this_user() {
  const passwd* const user = getpwuid(geteuid());
  return user ? user->pw_name : fmt::format("user {}", geteuid());
}

/// Waits for a millisecond at which no run began.
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

/// Parses a JSON object.
template <typename Value>
std::map<std::string, Value> map_of(const std::string& json) {
  try {
    return nlohmann::json::parse(json).get<std::map<std::string, Value>>();
  } catch (const nlohmann::json::exception&) {
    throw Error(fmt::format("the run's device is described in a way that warpledger does not write: {}",
                            printable(json.substr(0, 200))),
                "the run may come from another ledger; `warpledger query` still answers about it");
  }
}

std::vector<SourceFile> texts_of(SQLite::Database& database, std::int64_t run) {
  SQLite::Statement rows(database,
                         "SELECT s.name, s.text FROM main.run_text AS t JOIN main.source AS s ON s.id = t.source "
                         "WHERE t.run = ? ORDER BY s.name");
  SQLite::bind(rows, run);
  std::vector<SourceFile> texts;
  while (rows.executeStep()) texts.push_back({rows.getColumn(0).getString(), rows.getColumn(1).getString()});
  return texts;
}

std::vector<RecordedPoint> points_of(SQLite::Database& database, std::int64_t run) {
  SQLite::Statement rows(database,
                         "SELECT p.ordinal, c.key, c.identity, p.outcome = 'ok' FROM main.point AS p "
                         "JOIN main.configuration AS c ON c.id = p.configuration WHERE p.run = ? ORDER BY p.ordinal");
  SQLite::bind(rows, run);
  std::vector<RecordedPoint> points;
  while (rows.executeStep())
    points.push_back({rows.getColumn(0).getInt64(), rows.getColumn(1).getString(), rows.getColumn(2).getString(),
                      rows.getColumn(3).getInt() == 1});
  return points;
}

struct Candidate {
  std::int64_t id = 0;
  std::string description;
};

constexpr const char* kLatest = "latest";

/// Sorts runs more than a day in the future last, so that a wrong clock does not own "latest".
constexpr const char* kOfFutureLast = "started_utc > strftime('%Y-%m-%dT%H:%M:%fZ', 'now', '+1 day'), ";
constexpr int kAll = -1;

/// Newest first.
std::vector<Candidate> candidates_for(SQLite::Database& database, const std::string& run, int most) {
  const std::string condition = run == kLatest
                                    ? fmt::format(
                                          "coalesce((SELECT kind FROM main.note WHERE run = main.run.id AND kind IN "
                                          "('forget', 'recall') ORDER BY written_utc DESC, id DESC LIMIT 1), '') <> "
                                          "'forget' AND ?1 <> '' AND {}",
                                          kIsNoAnchor)
                                    : "substr(uuid, 1, length(?1)) = ?1";
  SQLite::Statement rows(database, fmt::format("SELECT r.id, r.uuid || ' ' || r.started_utc || ' ' || e.name "
                                               "FROM (SELECT id, uuid, started_utc, experiment FROM main.run WHERE {0} "
                                               "ORDER BY {1}started_utc DESC, id LIMIT ?2) r "
                                               "JOIN main.experiment e ON e.id = r.experiment "
                                               "ORDER BY r.{1}r.started_utc DESC, r.id",
                                               condition, kOfFutureLast));
  SQLite::bind(rows, run, most);
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

void add_digest(SQLite::Database& database, const char* digests, const char* table, const char* key, const char* digest,
                std::int64_t id) {
  SQLite::Statement add(
      database, fmt::format("INSERT INTO {0} SELECT {2}, {3} FROM {1} WHERE {2} = ?", digests, table, key, digest));
  execute(add, id);
}

}  // namespace

std::int64_t add_run(SQLite::Database& database, SharedRows& shared, const std::string& uuid, const RunInfo& info) {
  const std::int64_t run = run_id(uuid);
  SQLite::Statement add(database,
                        "INSERT INTO run (id, uuid, started_utc, command_line, tool_version, experiment, device, "
                        "environment, submission, seed, planned_points, report, settings, campaign, shard) "
                        "VALUES (?, ?, ?, ?, ?, ?, ?, ?, nullif(?, ''), ?, ?, ?, ?, nullif(?, ''), nullif(?, ''))");
  execute(add, run, uuid, info.started_utc.empty() ? unused_start(database) : info.started_utc, info.command_line,
          info.tool_version, shared.experiment(info.experiment, info.experiment_text), shared.device(info.device),
          shared.environment(info.device), info.submission, std::to_string(info.seed), info.planned_points, info.report,
          info.settings_json.empty() ? "{}" : info.settings_json, info.campaign, info.shard);
  SQLite::Statement add_text(database, "INSERT OR IGNORE INTO run_text (run, source) VALUES (?, ?)");
  for (const SourceFile& text : info.texts) execute(add_text, run, shared.source(text));
  add_digest(database, "run_digest", "run AS r", "r.id", kRunDigest, run);
  return run;
}

std::int64_t add_run_start(SQLite::Database& database, SharedRows& shared, std::int64_t run, const RunInfo& info,
                           const std::string& changes) {
  const std::int64_t environment = shared.environment(info.device);
  SQLite::Statement add(database,
                        "INSERT INTO run_start (id, run, started_utc, command_line, tool_version, environment, "
                        "recorded_points, changes, host, user, process_id) "
                        "VALUES ((SELECT coalesce(max(id) + 1, ?1 << 16) FROM run_start WHERE run = ?1), ?1, "
                        "coalesce(nullif(?6, ''), strftime('%Y-%m-%dT%H:%M:%fZ', 'now')), ?2, ?3, ?4, "
                        "(SELECT count(*) FROM point WHERE run = ?1), ?5, ?7, ?8, ?9)");
  execute(add, run, info.command_line, info.tool_version, environment, changes, info.started_utc, this_host(),
          this_user(), static_cast<std::int64_t>(getpid()));
  const std::int64_t start = database.getLastInsertRowid();
  add_digest(database, "start_digest", "run_start AS s", "s.id", kStartDigest, start);
  return start;
}

void add_run_stop(SQLite::Database& database, std::int64_t start, const std::string& outcome, const std::string& reason,
                  const std::string& stopped_utc) {
  SQLite::Statement add(database,
                        "INSERT INTO run_stop (start, stopped_utc, outcome, reason) "
                        "VALUES (?1, coalesce(nullif(?4, ''), strftime('%Y-%m-%dT%H:%M:%fZ', 'now')), ?2, ?3)");
  execute(add, start, outcome, reason, stopped_utc);
  add_digest(database, "stop_digest", "run_stop AS t", "t.start", kStopDigest, start);
}

StoredRun read_stored_run(SQLite::Database& database, std::int64_t run) {
  SQLite::Statement row(
      database,
      "SELECT r.uuid, coalesce(stop.outcome, 'open'), e.name, e.text, r.settings, r.planned_points, "
      "d.backend, d.uuid, d.name, d.chip, d.facts, env.text, last.tool_version, "
      "coalesce(r.campaign, ''), coalesce(r.shard, '') "
      "FROM main.run AS r JOIN main.experiment AS e ON e.id = r.experiment "
      "JOIN main.device AS d ON d.id = r.device "
      "JOIN main.run_start AS last ON last.id = (SELECT max(id) FROM main.run_start WHERE run = r.id) "
      "JOIN main.environment AS env ON env.id = last.environment "
      "LEFT JOIN main.run_stop AS stop ON stop.start = last.id WHERE r.id = ?");
  SQLite::bind(row, run);
  row.executeStep();
  StoredRun stored{.uuid = row.getColumn(0),
                   .outcome = row.getColumn(1),
                   .experiment = row.getColumn(2),
                   .experiment_text = row.getColumn(3),
                   .texts = texts_of(database, run),
                   .settings_json = row.getColumn(4),
                   .planned_points = row.getColumn(5).getInt64(),
                   .campaign = row.getColumn(13),
                   .shard = row.getColumn(14),
                   .device = {.id = {},
                              .backend = row.getColumn(6),
                              .uuid = row.getColumn(7),
                              .name = row.getColumn(8),
                              .chip = row.getColumn(9),
                              .facts = map_of<std::int64_t>(row.getColumn(10)),
                              .environment = map_of<std::string>(row.getColumn(11))},
                   .tool_version = row.getColumn(12),
                   .recorded = points_of(database, run)};
  const auto id = stored.device.environment.find("device");
  if (id != stored.device.environment.end()) stored.device.id = id->second;
  return stored;
}

std::string last_starter(SQLite::Database& database, std::int64_t run) {
  SQLite::Statement row(database,
                        "SELECT coalesce('process ' || process_id || ' of ' || user || ' on ' || host || ', ', '') || "
                        "'since ' || started_utc FROM run_start WHERE run = ? "
                        "ORDER BY id DESC LIMIT 1");
  SQLite::bind(row, run);
  row.executeStep();
  return row.getColumn(0);
}

std::int64_t chosen_run(SQLite::Database& database, const std::string& path, const std::string& run) {
  const auto found = candidates_for(database, run, run == kLatest ? 1 : kAll);
  if (found.empty()) {
    const auto all = candidates_for(database, kLatest, kAll);
    if (all.empty()) throw Error({.file = path}, "this ledger has no runs", "run an experiment first");
    throw Error({.file = path}, fmt::format("no run begins with '{}'", run),
                "use 'latest' or the start of one of these:" + list_of(all));
  }
  if (found.size() > 1)
    throw Error({.file = path}, fmt::format("{} runs begin with '{}'", found.size(), run),
                "write more characters of one of these:" + list_of(found));
  return found.front().id;
}

}  // namespace warpledger
