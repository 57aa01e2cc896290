#include "store/verify.h"

#include <SQLiteCpp/Database.h>
#include <SQLiteCpp/Statement.h>
#include <fmt/format.h>

#include <array>

#include "store/connection.h"
#include "store/content_id.h"
#include "store/ledger_file.h"

namespace warpledger {
namespace {

constexpr std::int64_t kMostProblemsShown = 10;

/// Rows of a table that do not hold what they were written with.
struct Checksum {
  const char* what;
  const char* table;
  const char* wrong;  ///< a condition of SQL
  const char* place;  ///< an expression of SQL that names such a row
};

constexpr std::array<Checksum, 16> kChecksums = {{
    {"texts of sources", "source", "id <> content_id(name, text)", "name || ', ' || sha256"},
    {"texts of experiments", "experiment", "id <> content_id(name, text)", "name"},
    {"samples", "timing", "checksum <> content_id(samples_ns, sm_clock_mhz)", "'point ' || point"},
    {"samples of prepare launches", "prepare_timing", "checksum <> content_id(samples_ns)", "'point ' || point"},
    {"devices", "device", "id <> content_id(uuid, backend, name, chip, facts)", "name || ', ' || uuid"},
    {"environments", "environment", "id <> content_id(text)", "id"},
    {"programs", "program", "id <> content_id(digest)", "digest"},
    {"runs", "run", "id <> content_id(uuid) >> 22", "uuid"},
    {"configurations", "configuration",
     "id <> content_id(key, identity, family, kernel, instance, (SELECT digest FROM program WHERE id = "
     "configuration.program), (SELECT digest FROM program WHERE id = configuration.reference), (SELECT "
     "coalesce(group_concat(kind || ' ' || name || ' ' || number_text(value), ' '), '') FROM (SELECT kind, name, value "
     "FROM quantity WHERE quantity.configuration = configuration.id ORDER BY name)))",
     "identity"},
    {"timing methods", "timing_method", "id <> content_id(clock, cache, stop_rule)", "clock"},
    {"kinds of metrics", "metric_kind", "id <> content_id(name, unit, source) >> 16", "name"},
    {"reasons of absence", "absence", "id <> content_id(reason) >> 16", "reason"},
    {"memory models", "memory_model", "id <> content_id(version, profile_digest)", "version"},
    {"notes", "note", "id <> content_id(kind, coalesce(run, ''), about_utc, text, written_utc, author)", "text"},
    {"noise floors", "noise_floor",
     "id <> content_id(device, measured_utc, tool_version, comparisons, false_verdicts, number_text(relative), "
     "number_text(offset_ns), number_text(threshold))",
     "measured_utc"},
    {"adjustments", "adjustment",
     "id <> content_id(experiment, submission, coalesce(problem, ''), coalesce(number_text(points), ''), "
     "coalesce(number_text(percent), ''), reason, written_utc, author)",
     "submission || ', ' || reason"},
}};

/// What `problems` answers, a text a row; `rows` counts what was looked at.
Verified look_at(SQLite::Database& database, const std::string& what, const std::string& rows,
                 const std::string& problems) {
  Verified verified{.what = what, .rows = database.execAndGet(rows).getInt64(), .problems = {}};
  SQLite::Statement found(database, problems);
  while (found.executeStep())
    if (++verified.problem_count <= kMostProblemsShown) verified.problems.push_back(found.getColumn(0).getString());
  return verified;
}

Verified look_at(SQLite::Database& database, const Checksum& checksum) {
  return look_at(database, checksum.what, fmt::format("SELECT count(*) FROM {}", checksum.table),
                 fmt::format("SELECT {} || ': differs from what was written' FROM {} WHERE {}", checksum.place,
                             checksum.table, checksum.wrong));
}

}  // namespace

std::vector<Verified> verify_ledger(const std::string& path, const std::string& schema_folder) {
  SQLite::Database database = open_for_reading(path, schema_folder);
  return with_ledger_errors(path, [&] {
    register_content_functions(database.getHandle());
    std::vector<Verified> all = {look_at(database, "pages of the file", "PRAGMA page_count",
                                         "SELECT integrity_check FROM pragma_integrity_check "
                                         "WHERE integrity_check <> 'ok'")};
    // What reads rows of a broken file may fail itself.
    if (all.front().problem_count > 0) return all;
    all.push_back(look_at(database, "references between rows", "SELECT count(*) FROM point",
                          "SELECT 'a row of ' || \"table\" || ' refers to no row of ' || parent "
                          "FROM pragma_foreign_key_check"));
    for (const Checksum& checksum : kChecksums) all.push_back(look_at(database, checksum));
    return all;
  });
}

}  // namespace warpledger
