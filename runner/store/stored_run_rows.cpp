#include "store/stored_run_rows.h"

#include <SQLiteCpp/Statement.h>
#include <SQLiteCpp/VariadicBind.h>

#include <map>
#include <nlohmann/json.hpp>

namespace warpledger {
namespace {

template <typename Value>
std::map<std::string, Value> map_of(const std::string& json) {
  return nlohmann::json::parse(json).get<std::map<std::string, Value>>();
}

std::vector<SourceFile> texts_of(SQLite::Database& database, std::int64_t run) {
  SQLite::Statement rows(database,
                         "SELECT s.name, s.text FROM run_text AS t JOIN source AS s ON s.id = t.source "
                         "WHERE t.run = ? ORDER BY s.name");
  SQLite::bind(rows, run);
  std::vector<SourceFile> texts;
  while (rows.executeStep()) texts.push_back({rows.getColumn(0).getString(), rows.getColumn(1).getString()});
  return texts;
}

std::vector<RecordedPoint> points_of(SQLite::Database& database, std::int64_t run) {
  SQLite::Statement rows(database,
                         "SELECT p.ordinal, c.key, c.identity, p.outcome = 'ok' FROM point AS p "
                         "JOIN configuration AS c ON c.id = p.configuration WHERE p.run = ? ORDER BY p.ordinal");
  SQLite::bind(rows, run);
  std::vector<RecordedPoint> points;
  while (rows.executeStep())
    points.push_back({rows.getColumn(0).getInt64(), rows.getColumn(1).getString(), rows.getColumn(2).getString(),
                      rows.getColumn(3).getInt() == 1});
  return points;
}

}  // namespace

StoredRun read_stored_run(SQLite::Database& database, std::int64_t run) {
  SQLite::Statement row(database,
                        "SELECT r.uuid, coalesce(stop.outcome, 'open'), e.name, e.text, r.settings, r.planned_points, "
                        "d.backend, d.uuid, d.name, d.chip, d.facts, env.text, last.tool_version "
                        "FROM run AS r JOIN experiment AS e ON e.id = r.experiment JOIN device AS d ON d.id = r.device "
                        "JOIN run_start AS last ON last.id = (SELECT max(id) FROM run_start WHERE run = r.id) "
                        "JOIN environment AS env ON env.id = last.environment "
                        "LEFT JOIN run_stop AS stop ON stop.start = last.id WHERE r.id = ?");
  SQLite::bind(row, run);
  row.executeStep();
  StoredRun stored{.uuid = row.getColumn(0),
                   .outcome = row.getColumn(1),
                   .experiment = row.getColumn(2),
                   .experiment_text = row.getColumn(3),
                   .texts = texts_of(database, run),
                   .settings_json = row.getColumn(4),
                   .planned_points = row.getColumn(5).getInt64(),
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
                        "SELECT process || ', since ' || started_utc FROM run_start WHERE run = ? "
                        "ORDER BY id DESC LIMIT 1");
  SQLite::bind(row, run);
  row.executeStep();
  return row.getColumn(0);
}

}  // namespace warpledger
