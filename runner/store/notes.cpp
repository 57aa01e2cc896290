#include "store/notes.h"

#include <SQLiteCpp/Statement.h>
#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <optional>
#include <vector>

#include "base/error.h"
#include "base/text.h"
#include "store/connection.h"
#include "store/content_id.h"
#include "store/run_rows.h"

namespace warpledger {
namespace {

std::string column_of_run(SQLite::Database& database, const char* column, std::int64_t run) {
  SQLite::Statement row(database, fmt::format("SELECT {} FROM run WHERE id = ?", column));
  row.bind(1, run);
  row.executeStep();
  return row.getColumn(0);
}

/// True if the newest of two opposite kinds of notes, of all texts or of `text`, is `said`.
bool stands(SQLite::Database& database, std::int64_t run, const char* said, const char* taken_back,
            const std::optional<std::string>& text) {
  SQLite::Statement newest(database,
                           "SELECT kind FROM note WHERE run = ?1 AND kind IN (?2, ?3) AND text = coalesce(?4, text) "
                           "ORDER BY written_utc DESC, id DESC LIMIT 1");
  SQLite::bind(newest, run, said, taken_back);
  if (text) newest.bind(4, *text);
  return newest.executeStep() && newest.getColumn(0).getString() == said;
}

std::vector<std::int64_t> runs_with_tag(SQLite::Database& database, const std::string& tag) {
  SQLite::Statement rows(database,
                         fmt::format("SELECT run FROM ({}) WHERE text = ? ORDER BY run", standing_tags("main")));
  rows.bind(1, tag);
  std::vector<std::int64_t> runs;
  while (rows.executeStep()) runs.push_back(rows.getColumn(0).getInt64());
  return runs;
}

std::string short_name(SQLite::Database& database, std::int64_t run) {
  return column_of_run(database, "uuid", run).substr(0, 8);
}

void refuse_what_changes_nothing(SQLite::Database& database, const std::string& path, std::int64_t run,
                                 const Note& note) {
  const std::string uuid = short_name(database, run);
  if (note.kind == "tag" && stands(database, run, "tag", "untag", note.text))
    throw Error({.file = path}, fmt::format("run {} already has the tag '{}'", uuid, note.text), "choose another tag");
  if (note.kind == "untag" && !stands(database, run, "tag", "untag", note.text))
    throw Error({.file = path}, fmt::format("run {} has no tag '{}'", uuid, note.text),
                "`warpledger list` shows the tags of each run");
  if (note.kind == "forget" && stands(database, run, "forget", "recall", {}))
    throw Error({.file = path}, fmt::format("run {} is already forgotten", uuid), "`warpledger list --all` shows it");
  if (note.kind == "recall" && !stands(database, run, "forget", "recall", {}))
    throw Error({.file = path}, fmt::format("run {} is not forgotten", uuid),
                "`warpledger list --all` shows which are");
}

void add_note(SQLite::Database& database, const Note& note, const std::optional<std::int64_t>& run,
              const std::string& about_utc) {
  const std::string written = utc_now(database), of_run = run ? std::to_string(*run) : "";
  const std::int64_t id = content_id({note.kind, of_run, about_utc, note.text, written, note.author});
  SQLite::Statement add(database,
                        "INSERT INTO note (id, kind, about_utc, text, written_utc, author, run) "
                        "VALUES (?, ?, ?, ?, ?, ?, ?)");
  if (run)
    execute(add, id, note.kind, about_utc, note.text, written, note.author, *run);
  else
    execute(add, id, note.kind, about_utc, note.text, written, note.author);
}

void move_tag(SQLite::Database& database, const Note& note, std::int64_t run, const std::string& about_utc) {
  Note untag = note;
  untag.kind = "untag";
  bool has_it = false;
  for (const std::int64_t other : runs_with_tag(database, note.text)) {
    has_it = has_it || other == run;
    if (other != run) add_note(database, untag, other, column_of_run(database, "started_utc", other));
  }
  if (!has_it) add_note(database, note, run, about_utc);
}

void refuse_taken_tag(SQLite::Database& database, const std::string& path, std::int64_t run, const Note& note) {
  for (const std::int64_t other : runs_with_tag(database, note.text))
    if (other != run)
      throw Error({.file = path},
                  fmt::format("run {} of {} has the tag '{}'", short_name(database, other),
                              column_of_run(database, "started_utc", other), note.text),
                  fmt::format("a tag names one run: choose another, or give it to run {} with --move",
                              short_name(database, run)));
}

/// A mistyped name would adjust no grade.
void require_submission(SQLite::Database& database, const std::string& path, const Adjustment& adjustment) {
  SQLite::Statement rows(database,
                         "SELECT DISTINCT submission FROM run WHERE submission IS NOT NULL AND experiment IN "
                         "(SELECT id FROM experiment WHERE name = ?) ORDER BY submission");
  rows.bind(1, adjustment.experiment);
  std::vector<std::string> submissions;
  while (rows.executeStep()) submissions.push_back(rows.getColumn(0));
  if (submissions.empty())
    throw Error({.file = path}, fmt::format("this ledger has no submission for '{}'", adjustment.experiment),
                "grade the submissions first, or name their ledger with --db");
  if (std::ranges::count(submissions, adjustment.submission) == 0)
    throw Error({.file = path},
                fmt::format("'{}' has no submission '{}'", adjustment.experiment, adjustment.submission),
                did_you_mean(adjustment.submission, submissions));
}

std::string text_of(const std::optional<double>& number) { return number ? number_text(*number) : ""; }

void bind(SQLite::Statement& statement, int place, const std::optional<double>& number) {
  if (number) statement.bind(place, *number);
}

void add_adjustment(SQLite::Database& database, const Adjustment& adjustment) {
  const std::string written = utc_now(database);
  const std::int64_t id =
      content_id({adjustment.experiment, adjustment.submission, adjustment.problem, text_of(adjustment.points),
                  text_of(adjustment.percent), adjustment.reason, written, adjustment.author});
  SQLite::Statement add(database,
                        "INSERT INTO adjustment (id, experiment, submission, reason, written_utc, author, problem, "
                        "points, percent) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)");
  add.bind(1, id);
  add.bind(2, adjustment.experiment);
  add.bind(3, adjustment.submission);
  add.bind(4, adjustment.reason);
  add.bind(5, written);
  add.bind(6, adjustment.author);
  if (!adjustment.problem.empty()) add.bind(7, adjustment.problem);
  bind(add, 8, adjustment.points);
  bind(add, 9, adjustment.percent);
  add.exec();
}

/// True if the same amount was given for the same reason.
bool is_written(SQLite::Database& database, const Adjustment& adjustment) {
  SQLite::Statement found(database,
                          "SELECT 1 FROM adjustment WHERE experiment = ? AND submission = ? AND reason = ? AND "
                          "coalesce(problem, '') = ? AND points IS ? AND percent IS ?");
  found.bind(1, adjustment.experiment);
  found.bind(2, adjustment.submission);
  found.bind(3, adjustment.reason);
  found.bind(4, adjustment.problem);
  bind(found, 5, adjustment.points);
  bind(found, 6, adjustment.percent);
  return found.executeStep();
}

}  // namespace

std::string standing_tags(const std::string& ledger) {
  return fmt::format(
      "SELECT run, text FROM (SELECT run, text, kind, row_number() OVER (PARTITION BY run, text ORDER BY written_utc "
      "DESC, id DESC) AS place FROM {}.note WHERE kind IN ('tag', 'untag')) WHERE place = 1 AND kind = 'tag'",
      ledger);
}

std::string write_note(const std::string& path, const std::string& schema_folder, const Note& note) {
  std::string uuid;
  change_ledger(path, schema_folder, [&](SQLite::Database& database) {
    if (note.run.empty())
      return add_note(database, note, {}, note.about_utc.empty() ? utc_now(database) : note.about_utc);
    const std::int64_t run = chosen_run(database, path, note.run);
    uuid = column_of_run(database, "uuid", run);
    const std::string about_utc = note.about_utc.empty() ? column_of_run(database, "started_utc", run) : note.about_utc;
    if (note.moves) return move_tag(database, note, run, about_utc);
    refuse_what_changes_nothing(database, path, run, note);
    if (note.kind == "tag") refuse_taken_tag(database, path, run, note);
    add_note(database, note, run, about_utc);
  });
  return uuid;
}

void write_adjustment(const std::string& path, const std::string& schema_folder, const Adjustment& adjustment) {
  change_ledger(path, schema_folder, [&](SQLite::Database& database) {
    require_submission(database, path, adjustment);
    add_adjustment(database, adjustment);
  });
}

std::size_t write_adjustments(const std::string& path, const std::string& schema_folder,
                              const std::vector<Adjustment>& adjustments) {
  std::size_t added = 0;
  change_ledger(path, schema_folder, [&](SQLite::Database& database) {
    for (const Adjustment& adjustment : adjustments) {
      require_submission(database, path, adjustment);
      if (is_written(database, adjustment)) continue;
      add_adjustment(database, adjustment);
      ++added;
    }
  });
  return added;
}

}  // namespace warpledger
