#include "store/export.h"

#include <SQLiteCpp/Database.h>
#include <SQLiteCpp/Statement.h>
#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "base/atomic_file.h"
#include "base/error.h"
#include "base/text.h"
#include "base/word_search.h"
#include "store/connection.h"
#include "store/ledger_file.h"
#include "store/merge_source.h"
#include "store/run_rows.h"
#include "store/tables.h"

namespace warpledger {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void refuse_existing(const std::string& to) {
  throw Error({.file = to}, "this file exists", "name a new file with --output");
}

/// Makes the ledger `to`. `copy` gets a connection to it, with the source attached as `other`, and one to the source.
template <class Copy>
auto export_to(const std::string& to, const MergeSource& source, const std::string& schema_folder, const Copy& copy) {
  if (fs::exists(to)) refuse_existing(to);
  AtomicFile file(to);
  auto answer = with_ledger_errors(to, [&] {
    return read_ledger(source.path(), [&](ReadConnection& original) {
      fs::remove(file.path());
      const LedgerSchema schema(schema_folder);
      WriteConnection connection =
          file.naming_target([&] { return open_for_writing(file.path(), schema, Journal::rollback); });
      SQLite::Database& database = connection.database();
      attach_other(database, original.uri());
      WriteTransaction transaction(database);
      auto made = copy(database, original.database());
      schema.views().store(database);
      transaction.commit();
      return made;
    });
  });
  if (!file.commit()) refuse_existing(to);
  return answer;
}

/// Copies shared rows once: they have the same id in both ledgers.
void copy_run(SQLite::Database& database, std::int64_t run) {
  for (const LedgerTable& table : kTables) {
    SQLite::Statement copy(database, fmt::format("INSERT OR IGNORE INTO main.{} SELECT o.* FROM other.{} AS o WHERE {}",
                                                 table.name, table.name, table.of_run));
    execute(copy, run);
  }
}

/// Copies notes about dates, and adjustments.
void copy_said(SQLite::Database& database, const std::string& submissions) {
  database.exec("INSERT OR IGNORE INTO main.note SELECT * FROM other.note WHERE run IS NULL");
  SQLite::Statement copy(database,
                         "INSERT OR IGNORE INTO main.adjustment SELECT * FROM other.adjustment WHERE submission NOT IN "
                         "(SELECT value FROM json_each(?))");
  execute(copy, submissions);
}

/// SQL condition on other.run: a run of a submission in the JSON array ?1, or of its reference.
constexpr const char* kOfThem =
    "(coalesce(submission, '') IN (SELECT value FROM json_each(?1)) OR "
    "coalesce(json_extract(settings, '$.grading.graded'), '') IN (SELECT value FROM json_each(?1)))";

std::vector<std::int64_t> runs_where(SQLite::Database& database, const std::string& condition,
                                     const std::string& submissions) {
  SQLite::Statement rows(database, fmt::format("SELECT id FROM other.run WHERE {} ORDER BY id", condition));
  SQLite::bind(rows, submissions);
  std::vector<std::int64_t> runs;
  while (rows.executeStep()) runs.push_back(rows.getColumn(0).getInt64());
  return runs;
}

void require_runs_of(SQLite::Database& database, const std::vector<std::string>& submissions) {
  SQLite::Statement rows(database, "SELECT DISTINCT submission FROM other.run WHERE submission IS NOT NULL");
  std::vector<std::string> known;
  while (rows.executeStep()) known.push_back(rows.getColumn(0));
  for (const std::string& name : submissions)
    if (std::ranges::count(known, name) == 0)
      throw Error(fmt::format("the ledger has no run of submission '{}'", name), did_you_mean(name, known));
}

/// Names, ids and emails of the submitters, without short numbers.
std::vector<std::string> identities_of(SQLite::Database& database, const std::vector<std::string>& names,
                                       const std::string& submissions) {
  std::vector<std::string> all = names;
  SQLite::Statement rows(database,
                         fmt::format("SELECT DISTINCT json_extract(one.value, '$.' || field.value) FROM other.run, "
                                     "json_each(settings, '$.grading.hand_in.submitters') AS one, "
                                     "json_each('[\"name\",\"id\",\"email\"]') AS field WHERE {}",
                                     kOfThem));
  SQLite::bind(rows, submissions);
  while (rows.executeStep()) all.push_back(rows.getColumn(0).getString());
  constexpr std::size_t kLeastDigits = 4;
  std::erase_if(all, [](const std::string& one) {
    return one.empty() || (one.size() < kLeastDigits &&
                           std::ranges::all_of(one, [](unsigned char c) { return std::isdigit(c) != 0; }));
  });
  std::ranges::sort(all);
  all.erase(std::unique(all.begin(), all.end()), all.end());
  return all;
}

std::int64_t rows_naming(SQLite::Database& database, const std::string& table, const std::string& column,
                         const std::vector<std::string>& identities) {
  SQLite::Statement rows(database, fmt::format("SELECT {1} FROM main.{0} WHERE typeof({1}) = 'text'", table, column));
  std::int64_t count = 0;
  while (rows.executeStep()) {
    const std::string text = rows.getColumn(0).getString();
    count += std::ranges::any_of(identities, [&](const std::string& one) { return has_word(text, one); }) ? 1 : 0;
  }
  return count;
}

std::vector<std::string> places_naming(SQLite::Database& database, const std::vector<std::string>& identities) {
  SQLite::Statement columns(database,
                            "SELECT m.name, c.name FROM main.sqlite_schema AS m JOIN pragma_table_info(m.name) AS c "
                            "WHERE m.type = 'table' AND c.type IN ('TEXT', 'ANY') ORDER BY 1, 2");
  std::vector<std::string> places;
  while (columns.executeStep()) {
    const std::string table = columns.getColumn(0), column = columns.getColumn(1);
    if (const std::int64_t rows = rows_naming(database, table, column, identities); rows > 0)
      places.push_back(fmt::format("{}.{}: {} row{}", table, column, rows, rows == 1 ? "" : "s"));
  }
  return places;
}

}  // namespace

std::string export_run(const std::string& path, const std::string& run, const std::string& to,
                       const std::string& schema_folder) {
  return export_to(to, MergeSource(path, schema_folder), schema_folder,
                   [&](SQLite::Database& database, SQLite::Database& original) {
                     copy_run(database, chosen_run(original, path, run));
                     return database.execAndGet("SELECT uuid FROM main.run").getString();
                   });
}

LeftOut export_without(const std::string& path, const std::vector<std::string>& submissions, const std::string& to,
                       const std::string& schema_folder) {
  const MergeSource source(path, schema_folder);
  source.require_undamaged();
  const std::string names = nlohmann::json(submissions).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
  return export_to(to, source, schema_folder, [&](SQLite::Database& database, SQLite::Database&) {
    require_runs_of(database, submissions);
    const std::vector<std::int64_t> kept = runs_where(database, fmt::format("NOT {}", kOfThem), names);
    for (const std::int64_t run : kept) copy_run(database, run);
    copy_said(database, names);
    return LeftOut{.runs_kept = static_cast<std::int64_t>(kept.size()),
                   .runs_left_out = static_cast<std::int64_t>(runs_where(database, kOfThem, names).size()),
                   .still_named = places_naming(database, identities_of(database, submissions, names))};
  });
}

}  // namespace warpledger
