#include "store/said_rows.h"

#include <SQLiteCpp/Statement.h>
#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "base/text.h"
#include "store/notes.h"

namespace warpledger {
namespace {

struct SaidRows {
  const char* table;
  const char* of_its_runs;   ///< SQL condition on row `o`: about a run or device that `other` holds
  std::string can_be_added;  ///< SQL condition on row `o`: about one in this ledger, after the merge of runs
  const char* in_words;      ///< SQL expression on row `o`
};

/// SQL condition on row `o`: it tags a run although another one has the tag, here or in `other`, or removes a current
/// tag of this ledger.
std::string changes_a_tag() {
  const std::string here = standing_tags("main"), there = standing_tags("other");
  return fmt::format(
      "(o.kind = 'tag' AND (o.run, o.text) IN ({1}) AND (o.run, o.text) NOT IN ({0}) AND o.text IN (SELECT text FROM "
      "({0}) UNION SELECT text FROM ({1}) GROUP BY text HAVING count(*) > 1) OR "
      "o.kind = 'untag' AND (o.run, o.text) IN ({0}) AND (o.run, o.text) NOT IN ({1}))",
      here, there);
}

const SaidRows& notes() {
  static const SaidRows kNotes = {
      "note", "o.run IN (SELECT id FROM other.run)",
      "(o.run IS NULL OR o.run IN (SELECT id FROM main.run)) AND NOT " + changes_a_tag(),
      "o.kind || coalesce(' about run ' || coalesce((SELECT substr(uuid, 1, 8) FROM main.run WHERE id = o.run), "
      "o.run), ' about ' || o.about_utc) || ', by ' || o.author || ' at ' || o.written_utc || ': ' || o.text"};
  return kNotes;
}

const SaidRows& noise_floors() {
  static const SaidRows kNoiseFloors = {"noise_floor", "o.device IN (SELECT device FROM other.run)",
                                        "o.device IN (SELECT id FROM main.device)",
                                        "'noise floor of ' || o.measured_utc"};
  return kNoiseFloors;
}

/// Only the ledger's owner changes grades: adjustments of another file are never added unasked.
const SaidRows& adjustments() {
  static const SaidRows kAdjustments = {
      "adjustment", "0", "1",
      "'adjustment of ' || o.submission || ' in ' || o.experiment || coalesce(', ' || o.problem, '') || ', by ' || "
      "o.author || ' at ' || o.written_utc || ': ' || coalesce(o.points || ' points', o.percent || ' %') || ', ' || "
      "o.reason"};
  return kAdjustments;
}

std::string missing(const SaidRows& said) {
  return fmt::format("NOT EXISTS (SELECT 1 FROM main.{} AS m WHERE m.id = o.id)", said.table);
}

std::string taken(const SaidRows& said, bool asked) {
  return fmt::format("({}) AND ({})", said.can_be_added, asked ? "1" : said.of_its_runs);
}

std::vector<std::string> in_words(SQLite::Database& database, const SaidRows& said, const std::string& condition) {
  SQLite::Statement rows(database, fmt::format("SELECT {} FROM other.{} AS o WHERE {} AND {} ORDER BY o.id",
                                               said.in_words, said.table, missing(said), condition));
  std::vector<std::string> texts;
  while (rows.executeStep()) texts.push_back(printable(rows.getColumn(0).getString()));
  return texts;
}

std::vector<std::string> tags_in(SQLite::Database& database) {
  SQLite::Statement rows(database,
                         fmt::format("SELECT 'tag ' || tag.text || ' of run ' || substr(uuid, 1, 8) || ' of ' || "
                                     "started_utc FROM ({}) AS tag JOIN main.run ON run.id = tag.run",
                                     standing_tags("main")));
  std::vector<std::string> tags;
  while (rows.executeStep()) tags.push_back(printable(rows.getColumn(0).getString()));
  std::ranges::sort(tags);
  return tags;
}

bool has_new(SQLite::Database& database, const SaidRows& said, bool asked) {
  SQLite::Statement row(database, fmt::format("SELECT 1 FROM other.{} AS o WHERE {} AND {} LIMIT 1", said.table,
                                              missing(said), taken(said, false)));
  if (row.executeStep()) return true;
  return asked && !in_words(database, said, taken(said, true)).empty();
}

Brought merge_rows(SQLite::Database& database, const SaidRows& said, bool asked, Merged& merged) {
  for (const std::string& text : in_words(database, said, fmt::format("({}) IS NOT TRUE", taken(said, asked))))
    merged.left_out.push_back(text);
  if (asked)
    for (const std::string& text :
         in_words(database, said, fmt::format("{} AND ({}) IS NOT TRUE", taken(said, true), said.of_its_runs)))
      merged.taken.push_back(text);
  const std::int64_t there =
      database.execAndGet(fmt::format("SELECT count(*) FROM other.{} AS o WHERE NOT {}", said.table, missing(said)))
          .getInt64();
  return {database.exec(fmt::format("INSERT INTO main.{0} SELECT o.* FROM other.{0} AS o WHERE {1} AND {2}", said.table,
                                    missing(said), taken(said, asked))),
          there};
}

}  // namespace

bool says_something_new(SQLite::Database& database, const MergeTake& take) {
  return has_new(database, notes(), take.notes) || has_new(database, noise_floors(), false) ||
         has_new(database, adjustments(), take.adjustments);
}

void merge_said(SQLite::Database& database, const MergeTake& take, Merged& merged) {
  const std::vector<std::string> tags = tags_in(database);
  merged.notes = merge_rows(database, notes(), take.notes, merged);
  std::ranges::set_difference(tags_in(database), tags, std::back_inserter(merged.tags));
  merge_rows(database, noise_floors(), false, merged);
  merged.adjustments = merge_rows(database, adjustments(), take.adjustments, merged);
}

}  // namespace warpledger
