#include "store/verify.h"

#include <SQLiteCpp/Database.h>
#include <SQLiteCpp/Statement.h>
#include <fmt/format.h>
#include <sqlite3.h>

#include "base/text.h"
#include "store/checksums.h"
#include "store/connection.h"
#include "store/content_id.h"
#include "store/ledger_file.h"
#include "store/schema_check.h"

namespace warpledger {
namespace {

constexpr std::int64_t kMostProblemsShown = 10;

void add_problem(Verified& verified, const std::string& problem) {
  if (++verified.problem_count <= kMostProblemsShown) verified.problems.push_back(printable(problem));
}

/// Whether SQLite could not read because of what stands in the file: not because of a lock, the disk or the memory.
bool is_of_the_content(const SQLite::Exception& cause) {
  switch (cause.getErrorCode()) {
    case SQLITE_ERROR:
    case SQLITE_CORRUPT:
    case SQLITE_NOTADB:
    case SQLITE_TOOBIG:
    case SQLITE_MISMATCH:
    case SQLITE_CONSTRAINT:
    case SQLITE_RANGE:
      return true;
    default:
      return cause.getExtendedErrorCode() == SQLITE_IOERR_SHORT_READ;
  }
}

/// What `problems` answers, a text a row; `rows` counts what was looked at.
Verified look_at(SQLite::Database& database, const std::string& what, const std::string& rows,
                 const std::string& problems) {
  Verified verified{.what = what, .problems = {}};
  try {
    verified.rows = database.execAndGet(rows).getInt64();
    SQLite::Statement found(database, problems);
    while (found.executeStep()) add_problem(verified, found.getColumn(0).getString());
  } catch (const SQLite::Exception& cause) {
    if (!is_of_the_content(cause)) throw;
    add_problem(verified, fmt::format("cannot be read: {}", cause.what()));
  }
  return verified;
}

Verified look_at(SQLite::Database& database, const Checksum& checksum) {
  return look_at(database, checksum.what, fmt::format("SELECT count(*) FROM {}", checksum.table),
                 fmt::format("SELECT coalesce({}, '?') || ': differs from what was written' FROM {} WHERE {}",
                             checksum.place, checksum.table, checksum.wrong));
}

Verified look_at_pages(SQLite::Database& database) {
  return look_at(database, "pages of the file", "PRAGMA page_count",
                 "SELECT integrity_check FROM pragma_integrity_check WHERE integrity_check <> 'ok'");
}

Verified look_at_schema(SQLite::Database& database, const SchemaDifferences& differences) {
  Verified verified{.what = "tables, indexes, triggers, views", .problems = {}};
  verified.rows = database.execAndGet("SELECT count(*) FROM sqlite_schema").getInt64();
  for (const std::string& difference : differences.found) add_problem(verified, difference);
  return verified;
}

Verified look_at_references(SQLite::Database& database) {
  return look_at(database, "references between rows", "SELECT count(*) FROM point",
                 "SELECT 'a row of ' || \"table\" || coalesce(' (' || rowid || ')', '') || ' refers to no row of ' || "
                 "parent FROM pragma_foreign_key_check WHERE \"table\" <> 'note'");
}

Verified look_at_runs_of_notes(SQLite::Database& database) {
  Verified verified =
      look_at(database, "runs that notes are about", "SELECT count(*) FROM note",
              "SELECT kind || ' ' || text || ': its run is not in this ledger' FROM note WHERE run IS NOT NULL AND run "
              "NOT IN (SELECT id FROM run)");
  verified.keeps_from_merging = false;
  return verified;
}

}  // namespace

std::vector<Verified> verify_ledger(const std::string& path, const std::string& schema_folder) {
  SQLite::Database database = open_for_reading(path, schema_folder);
  const auto migrations = read_migrations(schema_folder);
  return with_ledger_errors(path, [&] {
    register_content_functions(database.getHandle());
    const SchemaDifferences schema = schema_differences(database, migrations, migrations.back().number);
    std::vector<Verified> all = {look_at_pages(database), look_at_schema(database, schema)};
    // What reads rows of a broken file may fail itself, and a view in a table's place may never end.
    if (all.front().problem_count > 0 || schema.of_tables) return all;
    all.push_back(look_at_references(database));
    all.push_back(look_at_runs_of_notes(database));
    for (const Checksum& checksum : kChecksums) all.push_back(look_at(database, checksum));
    return all;
  });
}

}  // namespace warpledger
