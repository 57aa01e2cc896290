#include "store/renamed_points.h"

#include <SQLiteCpp/Statement.h>
#include <fmt/format.h>

#include <set>
#include <utility>

#include "base/sql_text.h"
#include "store/connection.h"
#include "store/content_id.h"
#include "store/shared_rows.h"

namespace warpledger {
namespace {

using NamedSql = std::vector<std::pair<std::string, std::string>>;

NamedSql triggers_of(SQLite::Database& database) {
  NamedSql triggers;
  SQLite::Statement rows(database, "SELECT name, sql FROM main.sqlite_schema WHERE type = 'trigger'");
  while (rows.executeStep()) triggers.emplace_back(rows.getColumn(0).getString(), rows.getColumn(1).getString());
  return triggers;
}

}  // namespace

void rename_points(SQLite::Database& database, std::span<const RenamedPoint> points) {
  if (points.empty()) return;
  register_content_functions(database.getHandle());
  const NamedSql triggers = triggers_of(database);
  for (const auto& [name, sql] : triggers) database.exec(fmt::format("DROP TRIGGER main.{}", quoted_name(name)));
  SharedRows shared(database);
  SQLite::Statement find(database, "SELECT configuration FROM main.point WHERE id = ?");
  SQLite::Statement change(database, "UPDATE main.point SET configuration = ? WHERE id = ?");
  SQLite::Statement digest(
      database, fmt::format("UPDATE main.point_digest SET digest = (SELECT {} FROM main.point AS p WHERE p.id = ?1) "
                            "WHERE point = ?1",
                            kPointDigest));
  std::set<std::int64_t> runs;
  for (const RenamedPoint& point : points) {
    find.tryReset();
    find.bind(1, point.id);
    if (!find.executeStep()) continue;
    const std::int64_t configuration = find.getColumn(0);
    find.reset();
    execute(change, shared.configuration(configuration, point.identity, point.quantities), point.id);
    execute(digest, point.id);
    runs.insert(point.id / kMostPoints);
  }
  database.exec("DELETE FROM main.quantity WHERE configuration NOT IN (SELECT configuration FROM main.point)");
  database.exec("DELETE FROM main.configuration WHERE id NOT IN (SELECT configuration FROM main.point)");
  SQLite::Statement ends(
      database, fmt::format("UPDATE main.stop_digest SET digest = (SELECT {} FROM main.run_stop AS t WHERE t.start = "
                            "stop_digest.start) WHERE start IN (SELECT id FROM main.run_start WHERE run = ?1)",
                            kStopDigest));
  for (const std::int64_t run : runs) execute(ends, run);
  for (const auto& [name, sql] : triggers) database.exec(sql);
}

}  // namespace warpledger
