#include "store/ledger_check.h"

#include <SQLiteCpp/Database.h>
#include <SQLiteCpp/Statement.h>
#include <fmt/format.h>
#include <sqlite3.h>

#include <algorithm>
#include <string>
#include <utility>

#include "base/text.h"
#include "store/connection.h"
#include "store/content_id.h"
#include "store/impossible_samples.h"
#include "store/ledger_file.h"
#include "store/schema.h"
#include "store/sql_functions.h"

namespace warpledger {
namespace {

struct Checksum {
  std::string what;   ///< "samples"
  std::string table;  ///< with an alias if `wrong` uses one
  std::string wrong;  ///< SQL condition
  std::string place;  ///< SQL expression that describes the row
};

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
    {"summaries of samples", "timing",
     "min_us IS NOT 1e-3 * samples_min(samples_ns) OR q1_us IS NOT 1e-3 * samples_quantile(samples_ns, 0.25) OR "
     "median_us IS NOT 1e-3 * samples_median(samples_ns) OR q3_us IS NOT 1e-3 * samples_quantile(samples_ns, 0.75) OR "
     "max_us IS NOT 1e-3 * samples_quantile(samples_ns, 1) OR median_sm_clock_mhz IS NOT samples_median(sm_clock_mhz)",
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
    {"timing methods", "timing_method", "id IS NOT content_id(clock, coalesce(cache, ''), stop_rule)", "clock"},
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

/// True if the file's content is at fault, not a lock, the disk or memory.
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

/// `problems` returns one message per row, `rows` the number of rows checked.
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

/// Returns the place of the first row that is too large to read; "" if there is none.
std::string oversized_row(SQLite::Database& database, const Checksum& checksum) {
  const auto rows = [&](const std::string& what) {
    return fmt::format("SELECT {} FROM {} NOT INDEXED", what, checksum.table);
  };
  std::int64_t readable = 0;
  try {
    SQLite::Statement all(database, rows("*"));
    while (all.executeStep()) ++readable;
    return "";
  } catch (const SQLite::Exception& cause) {
    if (cause.getErrorCode() != SQLITE_TOOBIG) return "";
    SQLite::Statement place(database, rows(checksum.place) + " LIMIT 1 OFFSET " + std::to_string(readable));
    return place.executeStep() ? place.getColumn(0).getString() : "";
  }
}

Verified look_at(SQLite::Database& database, const Checksum& checksum) {
  Verified verified =
      look_at(database, checksum.what, fmt::format("SELECT count(*) FROM {}", checksum.table),
              fmt::format("SELECT coalesce({}, '?') || ': differs from what was written' FROM {} WHERE {}",
                          checksum.place, checksum.table, checksum.wrong));
  if (verified.problem_count == 0 || checksum.table.starts_with('(')) return verified;
  if (const std::string row = oversized_row(database, checksum); !row.empty())
    add_problem(verified, fmt::format("{}: a value is larger than {} MiB", row, kMostValue_mib));
  return verified;
}

Verified look_at_pages(SQLite::Database& database) {
  return look_at(database, "pages of the file", "PRAGMA page_count",
                 "SELECT integrity_check FROM pragma_integrity_check WHERE integrity_check <> 'ok'");
}

Verified look_at_schema(SQLite::Database& database, const std::vector<std::string>& differences) {
  Verified verified{.what = "tables, indexes, triggers, views", .problems = {}};
  verified.rows = database.execAndGet("SELECT count(*) FROM sqlite_schema").getInt64();
  for (const std::string& difference : differences) add_problem(verified, difference);
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

/// A digest may have been computed from an impossible sample, so it does not show one.
Verified look_at_possible_samples(SQLite::Database& database) {
  register_impossible_sample(database.getHandle());
  return look_at(database, "times and clocks of launches", "SELECT count(*) FROM timing",
                 fmt::format("SELECT words FROM ({})", kImpossiblePoints));
}

void look_at_rows(SQLite::Database& database, std::vector<Verified>& all) {
  register_content_functions(database.getHandle());
  register_sql_functions(database.getHandle());
  all.push_back(look_at_references(database));
  all.push_back(look_at_runs_of_notes(database));
  for (const Checksum& checksum : kChecksums) all.push_back(look_at(database, checksum));
  all.push_back(look_at_possible_samples(database));
}

std::vector<Verified> verify(ReadConnection& ledger, const std::string& path, const LedgerSchema& schema) {
  schema.require_current(path, schema_version_in(ledger.database(), path));
  const std::vector<std::string> differences = schema.differences(ledger.database());
  const bool has_tables = std::ranges::none_of(
      differences, [](const std::string& difference) { return difference.find(": table ") != std::string::npos; });
  std::vector<Verified> all = {look_at_pages(ledger.database()), look_at_schema(ledger.database(), differences)};
  // Queries may fail on a broken file, or never end if a view is in a table's place.
  if (all.front().problem_count == 0 && has_tables) look_at_rows(ledger.database(), all);
  return all;
}

}  // namespace

std::vector<Verified> verify_ledger(const std::string& path, const std::string& schema_folder) {
  const LedgerSchema schema(schema_folder);
  require_ledger_file(path);
  return with_ledger_errors(
      path, [&] { return read_ledger(path, [&](ReadConnection& ledger) { return verify(ledger, path, schema); }); });
}

}  // namespace warpledger
