#include "store/merge.h"

#include <SQLiteCpp/Database.h>
#include <SQLiteCpp/Statement.h>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <filesystem>
#include <optional>

#include "base/error.h"
#include "base/sql_text.h"
#include "store/connection.h"
#include "store/ledger_file.h"
#include "store/merge_source.h"
#include "store/node_lock.h"
#include "store/said_rows.h"
#include "store/tables.h"

namespace warpledger {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMostConflictsShown = 10;

std::vector<std::string> columns_of(SQLite::Database& database, std::string_view table, bool of_key) {
  SQLite::Statement rows(database, "SELECT name FROM pragma_table_info(?) WHERE ?2 = (pk > 0) ORDER BY pk, cid");
  SQLite::bind(rows, std::string(table), of_key ? 1 : 0);
  std::vector<std::string> columns;
  while (rows.executeStep()) columns.push_back(rows.getColumn(0));
  return columns;
}

std::string list_of(const std::vector<std::string>& columns, std::string_view row) {
  std::vector<std::string> names;
  for (const std::string& column : columns) names.push_back(fmt::format("{}.{}", row, quoted_name(column)));
  return fmt::format("{}", fmt::join(names, ", "));
}

/// SQL of a run's digest. It omits digests that others cover; equal digests mean equal rows.
std::string digest_of_run(const char* ledger) {
  constexpr const char* kPoints = "BETWEEN o.id << 22 AND (o.id << 22) + 4194303";
  constexpr const char* kStarts = "BETWEEN o.id << 16 AND (o.id << 16) + 65535";
  return fmt::format(
      "content_id((SELECT bytes_of_rows(digest) FROM {0}.run_digest WHERE run = o.id), "
      "(SELECT bytes_of_rows(start, digest) FROM {0}.start_digest WHERE start {1}), "
      "(SELECT bytes_of_rows(start, digest) FROM {0}.stop_digest WHERE start {1}), "
      "CASE WHEN EXISTS (SELECT 1 FROM {0}.run_stop WHERE start {1} AND outcome = 'finished') THEN '' ELSE "
      "(SELECT bytes_of_rows(point, digest) FROM {0}.point_digest WHERE point {2}) END, "
      "(SELECT bytes_of_rows(point, generation, digest) FROM {0}.estimate_digest WHERE point {2}))",
      ledger, kStarts, kPoints);
}

struct ChangedRun {
  std::int64_t id = 0;
  bool is_new = false;  ///< missing from this ledger
};

/// Runs of the other ledger that are new or incomplete here. A finished run's digests cover its points.
std::vector<ChangedRun> changed_runs(SQLite::Database& database) {
  SQLite::Statement rows(
      database, fmt::format("SELECT id, NOT EXISTS (SELECT 1 FROM main.run WHERE id = o.id) FROM other.run AS o "
                            "WHERE {} IS NOT {} ORDER BY id",
                            digest_of_run("other"), digest_of_run("main")));
  std::vector<ChangedRun> runs;
  while (rows.executeStep()) runs.push_back({rows.getColumn(0).getInt64(), rows.getColumn(1).getInt() != 0});
  return runs;
}

class ConflictSearch {
 public:
  ConflictSearch(SQLite::Database& database, const LedgerTable& table)
      : table_(table), key_(columns_of(database, table.name, true)) {
    const auto rest = columns_of(database, table.name, false);
    if (rest.empty()) return;
    rows_.emplace(database,
                  fmt::format("SELECT {} FROM other.{} AS o JOIN main.{} AS m ON ({}) = ({}) WHERE ({}) AND "
                              "({}) IS NOT ({}) AND NOT ({})",
                              list_of(key_, "o"), table.name, table.name, list_of(key_, "m"), list_of(key_, "o"),
                              table.of_run, list_of(rest, "m"), list_of(rest, "o"), table.same));
  }

  void look_at(const ChangedRun& run, Merged& merged) {
    if (!rows_ || (run.is_new && table_.kind != TableKind::shared)) return;
    rows_->tryReset();
    SQLite::bind(*rows_, run.id);
    while (rows_->executeStep()) {
      if (++merged.conflict_count > static_cast<std::int64_t>(kMostConflictsShown)) continue;
      std::vector<std::string> place;
      for (int i = 0; i < rows_->getColumnCount(); ++i)
        place.push_back(fmt::format("{} {}", key_.at(static_cast<std::size_t>(i)), rows_->getColumn(i).getString()));
      merged.conflicts.push_back(fmt::format("{}: {}", table_.name, fmt::join(place, ", ")));
    }
  }

 private:
  const LedgerTable& table_;
  std::vector<std::string> key_;
  std::optional<SQLite::Statement> rows_;
};

void find_conflicts(SQLite::Database& database, const std::vector<ChangedRun>& runs, TableKind kind, Merged& merged) {
  for (const LedgerTable& table : kTables) {
    if (table.kind != kind) continue;
    ConflictSearch search(database, table);
    for (const ChangedRun& run : runs) search.look_at(run, merged);
  }
}

std::int64_t add_missing(SQLite::Database& database, const LedgerTable& table, const std::vector<ChangedRun>& runs) {
  const auto key = columns_of(database, table.name, true);
  SQLite::Statement add(
      database, fmt::format("INSERT INTO main.{} SELECT o.* FROM other.{} AS o WHERE ({}) AND NOT "
                            "EXISTS (SELECT 1 FROM main.{} AS m WHERE ({}) = ({}))",
                            table.name, table.name, table.of_run, table.name, list_of(key, "m"), list_of(key, "o")));
  std::int64_t added = 0;
  for (const ChangedRun& run : runs) added += execute(add, run.id);
  return added;
}

Brought brought(SQLite::Database& database, std::string_view table, std::int64_t added) {
  return {added, database.execAndGet(fmt::format("SELECT count(*) FROM other.{}", table)).getInt64() - added};
}

Merged merge_tables(SQLite::Database& database, const MergeTake& take) {
  const std::vector<ChangedRun> runs = changed_runs(database);
  Merged merged;
  for (const TableKind kind : {TableKind::shared, TableKind::of_run, TableKind::digest})
    // Digests differ wherever rows do, so they count only if no rows differ.
    if (kind != TableKind::digest || merged.conflict_count == 0) find_conflicts(database, runs, kind, merged);
  if (merged.conflict_count > 0) return merged;
  std::int64_t points = 0, whole_runs = 0;
  for (const LedgerTable& table : kTables) {
    if (table.kind == TableKind::said) continue;
    const std::int64_t added = add_missing(database, table, runs);
    if (table.name == "run") whole_runs = added;
    if (table.name == "point") points = added;
  }
  merged.runs = brought(database, "run", whole_runs);
  merged.points = brought(database, "point", points);
  merge_said(database, take, merged);
  return merged;
}

/// Reports the damage if `source` cannot be queried.
bool brings_something_new(SQLite::Database& database, const MergeSource& source, const MergeTake& take) {
  try {
    return !changed_runs(database).empty() || says_something_new(database, take);
  } catch (const SQLite::Exception&) {
    source.require_undamaged();
    throw;
  }
}

/// Empty without rows or without a SELECT.
std::string first_answer(SQLite::Database& database, const std::string& sql) {
  if (sql.empty()) return {};
  SQLite::Statement rows(database, sql);
  return rows.executeStep() ? rows.getColumn(0).getString() : "";
}

}  // namespace

Merged merge_ledger(const std::string& path, const std::string& from, const std::string& schema_folder,
                    const MergeTake& take) {
  const MergeSource source(from, schema_folder);
  std::error_code ignored;
  if (fs::equivalent(path, from, ignored))
    throw Error({.file = from}, "a ledger cannot be merged into itself", "name another ledger, or another with --db");
  const NodeLock node(path);
  const bool is_there = fs::exists(path, ignored);
  if (!is_there) source.require_undamaged();
  return with_ledger_errors(path, [&] {
    return read_ledger(source.path(), [&](ReadConnection& other) {
      const LedgerSchema schema(schema_folder);
      WriteConnection connection = open_for_writing(path, schema);
      SQLite::Database& database = connection.database();
      attach_other(database, other.uri());
      // Checks before the transaction, so that other processes can write meanwhile.
      if (is_there && brings_something_new(database, source, take)) source.require_undamaged();
      WriteTransaction transaction(database);
      if (std::string by = first_answer(database, take.unless); !by.empty())
        return Merged{.kept_out_by = std::move(by)};
      Merged merged = merge_tables(database, take);
      schema.views().store(database);
      if (merged.conflict_count == 0 && !other.is_invalid()) transaction.commit();
      return merged;
    });
  });
}

}  // namespace warpledger
