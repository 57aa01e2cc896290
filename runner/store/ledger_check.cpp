#include "store/ledger_check.h"

#include <SQLiteCpp/Database.h>
#include <SQLiteCpp/Statement.h>
#include <fmt/format.h>
#include <sqlite3.h>

#include <algorithm>
#include <map>
#include <mutex>
#include <string>
#include <utility>

#include "base/text.h"
#include "store/connection.h"
#include "store/content_id.h"
#include "store/ledger_file.h"

namespace warpledger {
namespace {

/// How rows of a table are found that do not hold what they were written with.
struct Checksum {
  std::string what;   ///< "samples"
  std::string table;  ///< with an alias where `wrong` uses one
  std::string wrong;  ///< a condition of SQL
  std::string place;  ///< an expression of SQL that names such a row for a person
};

/// One or more for each table of the ledger.
const std::vector<Checksum> kChecksums = {
    {"texts of sources", "source", "id IS NOT content_id(name, text) OR sha256 IS NOT sha256_of(text)",
     "name || ', ' || sha256"},
    {"texts of experiments", "experiment", "id IS NOT content_id(name, text)", "name"},
    {"samples", "timing", "checksum IS NOT content_id(samples_ns, sm_clock_mhz)",
     "'point ' || (point & 4194303) || ' of run ' || coalesce((SELECT substr(uuid, 1, 8) FROM run WHERE id = "
     "point >> 22), '?')"},
    {"samples of prepare launches", "prepare_timing", "checksum IS NOT content_id(samples_ns)",
     "'point ' || (point & 4194303) || ' of run ' || coalesce((SELECT substr(uuid, 1, 8) FROM run WHERE id = "
     "point >> 22), '?')"},
    {"devices", "device", "id IS NOT content_id(uuid, backend, name, chip, facts)", "name || ', ' || uuid"},
    {"environments", "environment", "id IS NOT content_id(text)", "id"},
    {"programs", "program",
     "id IS NOT content_id(digest) OR digest IS NOT (SELECT digest_of_program(name, text) FROM (SELECT name, "
     "text FROM program_source AS ps JOIN source AS s ON s.id = ps.source WHERE ps.program = program.id ORDER "
     "BY ps.place)) OR (SELECT max(place) + 1 <> count(*) FROM program_source WHERE program = program.id)",
     "digest"},
    {"configurations", "configuration",
     "id IS NOT content_id(key, identity, family, kernel, instance, (SELECT digest FROM program WHERE id = "
     "configuration.program), (SELECT digest FROM program WHERE id = configuration.reference), (SELECT "
     "coalesce(group_concat(kind || ' ' || name || ' ' || number_text(value), ' '), '') FROM (SELECT kind, "
     "name, value FROM quantity WHERE quantity.configuration = configuration.id ORDER BY name)))",
     "identity"},
    {"timing methods", "timing_method", "id IS NOT content_id(clock, cache, stop_rule)", "clock"},
    {"kinds of metrics", "metric_kind", "id IS NOT content_id(name, unit, source) >> 16", "name"},
    {"reasons of absence", "absence", "id IS NOT content_id(reason) >> 16", "reason"},
    {"memory models", "memory_model", "id IS NOT content_id(version, profile_digest)", "version"},
    {"runs", "run AS r",
     std::string("id IS NOT content_id(uuid) >> 22 OR (SELECT digest FROM run_digest WHERE run = r.id) IS NOT ") +
         kRunDigest,
     "'run ' || uuid"},
    {"starts of runs", "run_start AS s",
     std::string("(SELECT digest FROM start_digest WHERE start = s.id) IS NOT ") + kStartDigest,
     "'start ' || ((id & 65535) + 1) || ' of ' || 'run ' || coalesce((SELECT substr(uuid, 1, 8) FROM run WHERE "
     "id = run), '?')"},
    {"ends of runs", "run_stop AS t",
     std::string("(SELECT digest FROM stop_digest WHERE start = t.start) IS NOT ") + kStopDigest,
     "'end of ' || 'run ' || coalesce((SELECT substr(uuid, 1, 8) FROM run WHERE id = (start >> 16)), '?')"},
    {"points, their checks and metrics", "point AS p",
     std::string("(SELECT digest FROM point_digest WHERE point = p.id) IS NOT ") + kPointDigest,
     "'point ' || (p.id & 4194303) || ' of run ' || coalesce((SELECT substr(uuid, 1, 8) FROM run WHERE id = "
     "p.id >> 22), '?')"},
    {"estimates", "(SELECT point, generation FROM estimate UNION SELECT point, generation FROM estimate_digest) AS e",
     std::string(
         "(SELECT digest FROM estimate_digest AS d WHERE d.point = e.point AND d.generation = e.generation) IS NOT ") +
         kEstimateDigest,
     "'generation ' || generation || ' of ' || 'point ' || (point & 4194303) || ' of run ' || coalesce((SELECT "
     "substr(uuid, 1, 8) FROM run WHERE id = point >> 22), '?')"},
    {"notes", "note", "id IS NOT content_id(kind, coalesce(run, ''), about_utc, text, written_utc, author)", "text"},
    {"noise floors", "noise_floor",
     "id IS NOT content_id(device, measured_utc, tool_version, comparisons, false_verdicts, "
     "number_text(relative), number_text(offset_ns), number_text(threshold))",
     "measured_utc"},
    {"adjustments", "adjustment",
     "id IS NOT content_id(experiment, submission, coalesce(problem, ''), coalesce(number_text(points), ''), "
     "coalesce(number_text(percent), ''), reason, written_utc, author)",
     "submission || ', ' || reason"},
};

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

SchemaObjects objects_made_by(const std::vector<Migration>& migrations) {
  SQLite::Database empty(":memory:", SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE);
  migrate(empty, "an empty ledger", migrations);
  return objects_of(empty);
}

/// Those of the migrations up to `version`. Kept by what these say: a merge of a thousand ledgers asks for each of
/// them, and to make them again was half of the time of one that brings nothing.
SchemaObjects expected_objects(const std::vector<Migration>& migrations, int version) {
  static std::mutex mutex;
  static std::map<std::string, SchemaObjects> known;
  std::vector<Migration> applied;
  std::string text;
  for (const Migration& migration : migrations) {
    if (migration.number > version) continue;
    applied.push_back(migration);
    text += fmt::format("{}\n{}\n", migration.number, migration.sql);
  }
  const std::lock_guard guard(mutex);
  if (!known.contains(text)) known.emplace(text, objects_made_by(applied));
  return known.at(text);
}

void add_difference(SchemaDifferences& differences, const char* how, const SchemaObjects::value_type& object) {
  const auto& [type, name] = object.first;
  const std::string of = object.second.first == name ? "" : " on " + object.second.first;
  differences.found.push_back(printable(fmt::format("{}: {} {}{}", how, type, name, of)));
  if (type != "trigger" && type != "index") differences.of_tables = true;
}

/// What is wrong with the rows of a ledger in the newest schema.
void look_at_rows(SQLite::Database& database, std::vector<Verified>& all) {
  register_content_functions(database.getHandle());
  all.push_back(look_at_references(database));
  all.push_back(look_at_runs_of_notes(database));
  for (const Checksum& checksum : kChecksums) all.push_back(look_at(database, checksum));
}

/// What is wrong with the ledger at `path`, which `ledger` reads.
std::vector<Verified> verify(ReadConnection& ledger, const std::string& path,
                             const std::vector<Migration>& migrations) {
  const int version = schema_version_in(ledger.database(), path);
  refuse_newer_schema(path, version, migrations);
  const SchemaDifferences schema = schema_differences(ledger.database(), migrations, version);
  std::vector<Verified> all = {look_at_pages(ledger.database()), look_at_schema(ledger.database(), schema)};
  // What reads rows of a broken file may fail itself, and a view in a table's place may never end.
  if (all.front().problem_count > 0 || schema.of_tables) return all;
  bring_up_to_date(ledger, path, migrations);
  look_at_rows(ledger.database(), all);
  return all;
}

}  // namespace

std::vector<Verified> verify_ledger(const std::string& path, const std::string& schema_folder) {
  const auto migrations = read_migrations(schema_folder);
  schema_version_of_ledger(path);  // throws where there is none, with what is there instead
  return with_ledger_errors(path, [&] {
    return read_ledger(path, [&](ReadConnection& ledger) { return verify(ledger, path, migrations); });
  });
}

SchemaDifferences schema_differences(SQLite::Database& database, const std::vector<Migration>& migrations,
                                     int version) {
  const SchemaObjects made = expected_objects(migrations, version), found = objects_of(database);
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
