#include "store/schema.h"

#include <SQLiteCpp/Statement.h>
#include <SQLiteCpp/Transaction.h>
#include <fmt/format.h>
#include <sqlite3.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <map>
#include <regex>
#include <sstream>
#include <utility>

#include "base/error.h"
#include "base/file.h"
#include "base/shell_command.h"
#include "base/text.h"
#include "store/connection.h"
#include "store/content_id.h"
#include "store/ledger_file.h"
#include "store/sql_functions.h"

namespace warpledger {
namespace {

namespace fs = std::filesystem;

Migration read_migration(const fs::path& path) {
  static const std::regex numbered("([0-9]{4})_[a-z0-9_]+\\.sql");
  const std::string name = path.filename().string();
  std::smatch match;
  if (!std::regex_match(name, match, numbered))
    throw Error({.file = path.string()}, "this is not the name of a migration",
                "name it with its number and its purpose, as 0011_views.sql");
  return {std::stoi(match[1]), path.string(), read_file(path.string())};
}

std::vector<Migration> read_migrations(const std::string& schema_folder) {
  const fs::path folder = fs::path(schema_folder) / "migrations";
  std::error_code failure;
  std::vector<Migration> migrations;
  for (const auto& entry : fs::directory_iterator(folder, failure)) migrations.push_back(read_migration(entry.path()));
  std::sort(migrations.begin(), migrations.end(), [](const auto& a, const auto& b) { return a.number < b.number; });
  if (failure || migrations.empty())
    throw Error({.file = folder.string()}, "there are no migrations here",
                "the folder schema/ of the installation is incomplete: install again");
  for (std::size_t i = 1; i < migrations.size(); ++i)
    if (const int expected = migrations[i - 1].number + 1; migrations[i].number != expected)
      throw Error({.file = migrations[i].file}, fmt::format("migration {} is expected here", expected),
                  "number the migrations without gaps or duplicates");
  return migrations;
}

/// True if space, memory, a lock or a permission was missing: neither the statement nor the content is at fault.
bool is_of_the_machine(const SQLite::Exception& cause) {
  constexpr std::array kKinds = {SQLITE_FULL,   SQLITE_IOERR,    SQLITE_NOMEM, SQLITE_BUSY,
                                 SQLITE_LOCKED, SQLITE_READONLY, SQLITE_PERM,  SQLITE_CANTOPEN};
  return std::ranges::count(kKinds, cause.getErrorCode() & 0xff) > 0;
}

/// Type and name -> SQL.
using SchemaObjects = std::map<std::pair<std::string, std::string>, std::string>;

/// An empty line follows each statement of schema/tables.sql.
SchemaObjects objects_of(const std::string& tables) {
  static const std::regex kObject(R"re(CREATE (UNIQUE )?(\w+) (\w+))re");
  SchemaObjects objects;
  std::size_t begin = tables.find("CREATE ");
  while (begin != std::string::npos) {
    const std::size_t end = std::min(tables.find(";\n\n", begin), tables.rfind(';'));
    const std::string sql = tables.substr(begin, end - begin);
    std::smatch match;
    if (std::regex_search(sql, match, kObject)) objects[{lower_case(match[2].str()), match[3]}] = sql;
    begin = tables.find("CREATE ", end);
  }
  return objects;
}

/// Without SQLite's automatic indexes.
SchemaObjects objects_in(SQLite::Database& database) {
  SQLite::Statement rows(database, "SELECT type, name, sql FROM main.sqlite_schema WHERE sql IS NOT NULL");
  SchemaObjects objects;
  while (rows.executeStep()) objects[{rows.getColumn(0), rows.getColumn(1)}] = rows.getColumn(2).getString();
  return objects;
}

/// Returns a trigger that is not an append-only trigger. All schemas write those in these words.
std::optional<std::string> strange_trigger(SQLite::Database& database) {
  SQLite::Statement rows(database,
                         "SELECT name FROM main.sqlite_schema WHERE type = 'trigger' AND sql NOT IN ("
                         "'CREATE TRIGGER ' || tbl_name || '_no_update BEFORE UPDATE ON ' || tbl_name || "
                         "' BEGIN SELECT RAISE(ABORT, ''the ledger is append only''); END', "
                         "'CREATE TRIGGER ' || tbl_name || '_no_delete BEFORE DELETE ON ' || tbl_name || "
                         "' BEGIN SELECT RAISE(ABORT, ''the ledger is append only''); END')");
  if (!rows.executeStep()) return std::nullopt;
  return rows.getColumn(0).getString();
}

[[noreturn]] void refuse_changed(const std::string& path, const std::string& difference) {
  throw Error(
      {.file = path}, fmt::format("the schema of this ledger was changed: {}", printable(difference)),
      "its answers cannot be trusted: restore a copy, or ask whom you have it from; it was not read any further");
}

void set_version(SQLite::Database& database, int version) {
  database.exec(fmt::format("PRAGMA application_id = {}", kApplicationId));
  database.exec(fmt::format("PRAGMA user_version = {}", version));
}

int version_of(SQLite::Database& database) { return database.execAndGet("PRAGMA user_version").getInt(); }

}  // namespace

LedgerSchema::LedgerSchema(const std::string& folder)
    : folder_(folder),
      tables_(read_file((fs::path(folder) / "tables.sql").string())),
      migrations_(read_migrations(folder)),
      views_(folder) {}

void LedgerSchema::require_known(const std::string& path, int version) const {
  const int oldest = migrations_.front().number - 1;
  if (version > this->version())
    throw Error({.file = path},
                fmt::format("this ledger has schema {}; this program knows schemas up to {}", version, this->version()),
                "use the newer warpledger that wrote it; the file was not changed");
  if (version < oldest)
    throw Error({.file = path},
                fmt::format("this ledger has schema {}; this program knows schemas from {} on", version, oldest),
                "it was written before the first release; the file was not changed");
}

void LedgerSchema::require_current(const std::string& path, int version) const {
  require_known(path, version);
  if (version == this->version()) return;
  throw Error({.file = path},
              fmt::format("this ledger has schema {}; this program reads schema {}", version, this->version()),
              fmt::format("upgrade it, or a copy of it: warpledger ledger upgrade {}", shell_word(path)));
}

void LedgerSchema::bring_up_to_date(SQLite::Database& database, const std::string& path) const {
  register_content_functions(database.getHandle());
  // First without a lock: a current ledger can be opened while another process writes to it.
  if (version_of(database) == version()) return;
  register_sql_functions(database.getHandle());
  WriteTransaction transaction(database);
  const int found = version_of(database);
  if (found == version()) return;
  std::string step = (fs::path(folder_) / "tables.sql").string();
  try {
    if (found == 0 && objects_in(database).empty()) {
      database.exec(tables_);
    } else {
      require_known(path, found);
      if (const auto trigger = strange_trigger(database)) refuse_changed(path, "added: trigger " + *trigger);
      for (const Migration& migration : migrations_) {
        if (migration.number <= found) continue;
        step = migration.file;
        database.exec(migration.sql);
      }
    }
    views_.store(database);
    set_version(database, version());
  } catch (const SQLite::Exception& cause) {
    if (is_of_the_machine(cause)) throw;
    throw Error({.file = step}, fmt::format("this step failed on {}: {}", path, cause.what()),
                "the ledger was left as it was; it may be damaged: restore a copy");
  }
  transaction.commit();
}

std::vector<std::string> LedgerSchema::differences(SQLite::Database& database) const {
  const SQLite::Transaction moment(database);  // a writer may be adding names and their columns
  const SchemaObjects tables = objects_of(tables_), found = objects_in(database);
  std::vector<std::string> differences;
  const auto add = [&](const char* how, const std::string& type, const std::string& name) {
    differences.push_back(fmt::format("{}: {} {}", how, type, name));
  };
  const auto compare = [&](const SchemaObjects::key_type& object, const std::string& sql) {
    const auto same = found.find(object);
    if (same == found.end())
      add("missing", object.first, object.second);
    else if (same->second != sql)
      add("changed", object.first, object.second);
  };
  for (const auto& [object, sql] : tables) compare(object, sql);
  for (const auto& [object, sql] : found)
    if (object.first == "trigger" && !tables.contains(object)) add("added", object.first, object.second);
  std::stable_partition(differences.begin(), differences.end(),
                        [](const std::string& one) { return one.find(": table ") != std::string::npos; });
  if (!differences.empty()) return differences;  // a view in a table's place may never end
  for (const StoredView& view : views_.stored(names_in(database))) compare({"view", view.name}, view.sql);
  return differences;
}

void LedgerSchema::require_ours(SQLite::Database& database, const std::string& path) const {
  const std::vector<std::string> found = differences(database);
  if (!found.empty()) refuse_changed(path, found.front());
}

}  // namespace warpledger
