#include "store/notes.h"

#include <SQLiteCpp/Statement.h>
#include <fmt/format.h>

#include <cstdint>
#include <optional>

#include "base/error.h"
#include "store/content_id.h"
#include "store/execute.h"
#include "store/ledger_change.h"
#include "store/run_choice.h"

namespace warpledger {
namespace {

std::string column_of_run(SQLite::Database& database, const char* column, std::int64_t run) {
  SQLite::Statement row(database, fmt::format("SELECT {} FROM run WHERE id = ?", column));
  row.bind(1, run);
  row.executeStep();
  return row.getColumn(0);
}

/// Whether the newest of two opposite kinds of notes of a run is the first; with a text, of those with that text.
bool stands(SQLite::Database& database, std::int64_t run, const char* said, const char* taken_back,
            const std::optional<std::string>& text) {
  SQLite::Statement newest(database,
                           "SELECT kind FROM note WHERE run = ?1 AND kind IN (?2, ?3) AND text = coalesce(?4, text) "
                           "ORDER BY written_utc DESC, id DESC LIMIT 1");
  SQLite::bind(newest, run, said, taken_back);
  if (text) newest.bind(4, *text);
  return newest.executeStep() && newest.getColumn(0).getString() == said;
}

void refuse_what_changes_nothing(SQLite::Database& database, const std::string& path, std::int64_t run,
                                 const Note& note) {
  const std::string uuid = column_of_run(database, "uuid", run).substr(0, 8);
  if (note.kind == "tag" && stands(database, run, "tag", "untag", note.text))
    throw Error({.file = path}, fmt::format("run {} has the tag '{}' already", uuid, note.text), "choose another tag");
  if (note.kind == "untag" && !stands(database, run, "tag", "untag", note.text))
    throw Error({.file = path}, fmt::format("run {} has no tag '{}'", uuid, note.text),
                "warpledger list shows the tags of each run");
  if (note.kind == "forget" && stands(database, run, "forget", "recall", {}))
    throw Error({.file = path}, fmt::format("run {} is forgotten already", uuid), "warpledger list --all shows it");
  if (note.kind == "recall" && !stands(database, run, "forget", "recall", {}))
    throw Error({.file = path}, fmt::format("run {} is not forgotten", uuid), "warpledger list --all shows which are");
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

}  // namespace

std::string write_note(const std::string& path, const std::string& schema_folder, const Note& note) {
  std::string uuid;
  change_ledger(path, schema_folder, [&](SQLite::Database& database) {
    if (note.run.empty())
      return add_note(database, note, {}, note.about_utc.empty() ? utc_now(database) : note.about_utc);
    const std::int64_t run = chosen_run(database, path, note.run);
    uuid = column_of_run(database, "uuid", run);
    refuse_what_changes_nothing(database, path, run, note);
    add_note(database, note, run,
             note.about_utc.empty() ? column_of_run(database, "started_utc", run) : note.about_utc);
  });
  return uuid;
}

}  // namespace warpledger
