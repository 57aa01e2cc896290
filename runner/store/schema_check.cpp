#include "store/schema_check.h"

#include <SQLiteCpp/Statement.h>
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>

#include "base/text.h"

namespace warpledger {
namespace {

/// What a schema has under a type and a name: the table that it is of, and the statement that makes it.
using SchemaObjects = std::map<std::pair<std::string, std::string>, std::pair<std::string, std::string>>;

bool is_blank(char c) { return c == ' ' || c == '\n' || c == '\t' || c == '\r'; }

std::string without_repeated_blanks(const std::string& sql) {
  std::string text;
  for (const char c : sql)
    if (!is_blank(c))
      text += c;
    else if (!text.empty() && text.back() != ' ')
      text += ' ';
  return text;
}

SchemaObjects objects_of(SQLite::Database& database) {
  SQLite::Statement rows(database, "SELECT type, name, tbl_name, coalesce(sql, '') FROM main.sqlite_schema");
  SchemaObjects objects;
  while (rows.executeStep())
    objects.insert({{rows.getColumn(0).getString(), rows.getColumn(1).getString()},
                    {rows.getColumn(2).getString(), without_repeated_blanks(rows.getColumn(3).getString())}});
  return objects;
}

SchemaObjects objects_made_by(const std::vector<Migration>& migrations, int version) {
  std::vector<Migration> applied;
  for (const Migration& migration : migrations)
    if (migration.number <= version) applied.push_back(migration);
  SQLite::Database empty(":memory:", SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE);
  migrate(empty, "an empty ledger", applied);
  return objects_of(empty);
}

void add_difference(SchemaDifferences& differences, const char* how, const SchemaObjects::value_type& object) {
  const auto& [type, name] = object.first;
  const std::string of = object.second.first == name ? "" : " on " + object.second.first;
  differences.found.push_back(printable(fmt::format("{}: {} {}{}", how, type, name, of)));
  if (type != "trigger" && type != "index") differences.of_tables = true;
}

}  // namespace

SchemaDifferences schema_differences(SQLite::Database& database, const std::vector<Migration>& migrations,
                                     int version) {
  const SchemaObjects made = objects_made_by(migrations, version), found = objects_of(database);
  SchemaDifferences differences;
  for (const auto& object : made) {
    const auto same = found.find(object.first);
    if (same == found.end())
      add_difference(differences, "missing", object);
    else if (same->second != object.second)
      add_difference(differences, "changed", object);
  }
  for (const auto& object : found)
    if (!made.contains(object.first)) add_difference(differences, "added", object);
  return differences;
}

}  // namespace warpledger
