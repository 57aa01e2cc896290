#include "store/merge.h"

#include <SQLiteCpp/Database.h>
#include <SQLiteCpp/Statement.h>
#include <SQLiteCpp/Transaction.h>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <filesystem>
#include <optional>

#include "base/error.h"
#include "base/temporary_folder.h"
#include "store/connection.h"
#include "store/ledger_file.h"
#include "store/quoted.h"
#include "store/run_rows.h"
#include "store/tables.h"

namespace warpledger {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMostConflictsShown = 10;

/// A ledger that is read, brought to the newest schema in a copy where it is older.
class Source {
 public:
  Source(const std::string& path, const std::string& schema_folder) : path_(absolute_path(path)) {
    const auto migrations = read_migrations(schema_folder);
    const int version = schema_version_of_ledger(path);
    refuse_newer_schema(path, version, migrations);
    if (version == migrations.back().number) return;
    copy_.emplace();
    const std::string copy = copy_->path() / "ledger.db";
    with_ledger_errors(path, [&] {
      const SQLite::Database original(path_, SQLite::OPEN_READONLY, kBusyTimeout_ms);
      SQLite::Statement make(original, "VACUUM INTO ?");
      execute(make, copy);
    });
    open_for_writing(copy, schema_folder, Journal::rollback);
    path_ = copy;
  }

  const std::string& path() const { return path_; }

 private:
  std::string path_;
  std::optional<TemporaryFolder> copy_;
};

void attach(SQLite::Database& database, const std::string& path) {
  SQLite::Statement attach(database, "ATTACH ? AS other");
  execute(attach, path);
}

std::vector<std::string> columns_of(SQLite::Database& database, std::string_view table, bool of_key) {
  SQLite::Statement rows(database, "SELECT name FROM pragma_table_info(?) WHERE ?2 = (pk > 0) ORDER BY pk, cid");
  SQLite::bind(rows, std::string(table), of_key ? 1 : 0);
  std::vector<std::string> columns;
  while (rows.executeStep()) columns.push_back(rows.getColumn(0));
  return columns;
}

/// "o.a, o.b"
std::string list_of(const std::vector<std::string>& columns, std::string_view row) {
  std::vector<std::string> names;
  for (const std::string& column : columns) names.push_back(fmt::format("{}.{}", row, quoted_name(column)));
  return fmt::format("{}", fmt::join(names, ", "));
}

/// Rows of a table that both ledgers have and that differ.
void find_conflicts(SQLite::Database& database, std::string_view table, Merged& merged) {
  const auto key = columns_of(database, table, true), rest = columns_of(database, table, false);
  if (rest.empty()) return;
  SQLite::Statement rows(
      database, fmt::format("SELECT {} FROM other.{} AS o JOIN main.{} AS m ON ({}) = ({}) WHERE ({}) IS NOT ({})",
                            list_of(key, "o"), table, table, list_of(key, "m"), list_of(key, "o"), list_of(rest, "m"),
                            list_of(rest, "o")));
  while (rows.executeStep()) {
    if (++merged.conflict_count > static_cast<std::int64_t>(kMostConflictsShown)) continue;
    std::vector<std::string> place;
    for (int i = 0; i < rows.getColumnCount(); ++i)
      place.push_back(fmt::format("{} {}", key.at(static_cast<std::size_t>(i)), rows.getColumn(i).getString()));
    merged.conflicts.push_back(fmt::format("{}: {}", table, fmt::join(place, ", ")));
  }
}

std::int64_t add_missing(SQLite::Database& database, std::string_view table) {
  const auto key = columns_of(database, table, true);
  return database.exec(
      fmt::format("INSERT INTO main.{} SELECT o.* FROM other.{} AS o WHERE NOT EXISTS "
                  "(SELECT 1 FROM main.{} AS m WHERE ({}) = ({}))",
                  table, table, table, list_of(key, "m"), list_of(key, "o")));
}

Brought brought(SQLite::Database& database, std::string_view table, std::int64_t added) {
  return {added, database.execAndGet(fmt::format("SELECT count(*) FROM other.{}", table)).getInt64() - added};
}

/// What was merged into `database`; its caller holds the transaction.
Merged merge_tables(SQLite::Database& database) {
  Merged merged;
  for (const LedgerTable& table : kTables) find_conflicts(database, table.name, merged);
  if (merged.conflict_count > 0) return merged;
  for (const LedgerTable& table : kTables) {
    const std::int64_t added = add_missing(database, table.name);
    if (table.name == "run") merged.runs = brought(database, table.name, added);
    if (table.name == "point") merged.points = brought(database, table.name, added);
    if (table.name == "note") merged.notes = brought(database, table.name, added);
    if (table.name == "adjustment") merged.adjustments = brought(database, table.name, added);
  }
  return merged;
}

void copy_run(SQLite::Database& database, std::int64_t run) {
  for (const LedgerTable& table : kTables) {
    SQLite::Statement copy(database, fmt::format("INSERT INTO main.{} SELECT o.* FROM other.{} AS o WHERE {}",
                                                 table.name, table.name, table.of_run));
    execute(copy, run);
  }
}

}  // namespace

Merged merge_ledger(const std::string& path, const std::string& from, const std::string& schema_folder) {
  const Source source(from, schema_folder);
  std::error_code ignored;
  if (fs::equivalent(path, from, ignored))
    throw Error({.file = from}, "a ledger cannot be merged into itself", "name another ledger, or another with --db");
  return with_ledger_errors(path, [&] {
    SQLite::Database database = open_for_writing(path, schema_folder);
    attach(database, source.path());
    SQLite::Transaction transaction(database, SQLite::TransactionBehavior::IMMEDIATE);
    Merged merged = merge_tables(database);
    if (merged.conflict_count == 0) transaction.commit();
    return merged;
  });
}

std::string export_run(const std::string& path, const std::string& run, const std::string& to,
                       const std::string& schema_folder) {
  const Source source(path, schema_folder);
  if (fs::exists(to)) throw Error({.file = to}, "this file exists", "name a new file with --output");
  const std::string partial = to + ".partial";
  fs::remove(partial);
  std::string uuid = with_ledger_errors(to, [&] {
    SQLite::Database original(source.path(), SQLite::OPEN_READONLY, kBusyTimeout_ms);
    const std::int64_t id = chosen_run(original, path, run);
    SQLite::Database database = open_for_writing(partial, schema_folder, Journal::rollback);
    attach(database, source.path());
    SQLite::Transaction transaction(database, SQLite::TransactionBehavior::IMMEDIATE);
    copy_run(database, id);
    transaction.commit();
    return database.execAndGet("SELECT uuid FROM main.run").getString();
  });
  fs::rename(partial, to);
  return uuid;
}

}  // namespace warpledger
