#include "store/migration.h"

#include <SQLiteCpp/Transaction.h>
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <regex>

#include "base/error.h"
#include "base/text.h"
#include "store/content_id.h"
#include "store/ledger_file.h"

namespace warpledger {
namespace {

namespace fs = std::filesystem;

Migration read_migration(const fs::path& path) {
  static const std::regex numbered("([0-9]{4})_[a-z0-9_]+\\.sql");
  const std::string name = path.filename().string();
  std::smatch match;
  if (!std::regex_match(name, match, numbered))
    throw Error({.file = path.string()}, "this is not the name of a migration",
                "name it by its number and its purpose, as 0001_initial.sql");
  return {std::stoi(match[1]), path.string(), read_file(path.string())};
}

void apply(SQLite::Database& database, const Migration& migration) {
  database.exec(migration.sql);
  database.exec(fmt::format("PRAGMA application_id = {}", kApplicationId));
  database.exec(fmt::format("PRAGMA user_version = {}", migration.number));
}

}  // namespace

std::vector<Migration> read_migrations(const std::string& schema_folder) {
  const fs::path folder = fs::path(schema_folder) / "migrations";
  std::error_code failure;
  std::vector<Migration> migrations;
  for (const auto& entry : fs::directory_iterator(folder, failure)) migrations.push_back(read_migration(entry.path()));
  std::sort(migrations.begin(), migrations.end(), [](const auto& a, const auto& b) { return a.number < b.number; });
  if (failure || migrations.empty())
    throw Error({.file = folder.string()}, "there are no migrations here",
                "the folder schema/ of the installation is incomplete: install again");
  for (std::size_t i = 0; i < migrations.size(); ++i)
    if (migrations[i].number != static_cast<int>(i + 1))
      throw Error({.file = migrations[i].file}, fmt::format("migration {} is expected here", i + 1),
                  "number the migrations 1, 2, 3, ... without gaps or doubles");
  return migrations;
}

void refuse_newer_schema(const std::string& path, int version, const std::vector<Migration>& migrations) {
  const int known = migrations.back().number;
  if (version <= known) return;
  throw Error({.file = path},
              fmt::format("this ledger has schema {}; this program knows schemas up to {}", version, known),
              "use the newer warpledger that wrote it; the file was left as it is");
}

void migrate(SQLite::Database& database, const std::string& path, const std::vector<Migration>& migrations) {
  register_content_functions(database.getHandle());
  for (const Migration& migration : migrations) {
    SQLite::Transaction transaction(database, SQLite::TransactionBehavior::IMMEDIATE);
    const int version = database.execAndGet("PRAGMA user_version").getInt();
    refuse_newer_schema(path, version, migrations);
    if (version >= migration.number) continue;
    try {
      apply(database, migration);
    } catch (const SQLite::Exception& cause) {
      throw Error({.file = migration.file}, fmt::format("this migration failed on {}: {}", path, cause.what()),
                  "the ledger was left at the schema before it; correct the migration");
    }
    transaction.commit();
  }
}

}  // namespace warpledger
