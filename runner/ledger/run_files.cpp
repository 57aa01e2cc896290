#include "ledger/run_files.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <set>

#include "base/error.h"
#include "base/file.h"
#include "base/sql_text.h"
#include "base/subprocess.h"
#include "base/text.h"

namespace warpledger {
namespace {

namespace fs = std::filesystem;

/// True for a plain path below its folder.
bool stays_below(const std::string& name) {
  const fs::path path = name;
  return !name.empty() && name.find('\0') == std::string::npos && path.is_relative() && path.has_filename() &&
         std::ranges::none_of(path, [](const fs::path& part) { return part == ".." || part == "."; });
}

void check_names(const std::vector<SourceFile>& files) {
  std::set<fs::path> taken;
  for (const SourceFile& file : files) {
    if (!stays_below(file.name))
      throw Error(fmt::format("the run has a file '{}', which is no name of a file below a folder", file.name),
                  "nothing was written; check the ledger: warpledger ledger check");
    if (!taken.insert(fs::path(file.name).lexically_normal()).second)
      throw Error(fmt::format("the run has two files '{}'", file.name),
                  "nothing was written; check the ledger: warpledger ledger check");
  }
}

void make_folder(const fs::path& folder) {
  std::error_code failure;
  fs::create_directories(folder, failure);
  if (failure)
    throw Error({.file = folder.string()}, fmt::format("the folder cannot be made: {}", failure.message()),
                "name a new folder where you may write");
}

void make_empty_folder(const fs::path& folder) {
  make_folder(folder);
  if (!fs::is_empty(folder)) throw Error({.file = folder.string()}, "this folder is not empty", "name a new folder");
}

using Texts = std::map<std::string, const std::string*>;

Texts by_name(const std::vector<SourceFile>& files) {
  Texts texts;
  for (const SourceFile& file : files) texts[file.name] = &file.text;
  return texts;
}

std::vector<std::string> side(const Texts& texts, const std::string& name, const char* prefix, const fs::path& folder) {
  const auto text = texts.find(name);
  const std::string file = folder / prefix;
  write_file(file, text == texts.end() ? "" : *text->second);
  return {text == texts.end() ? "/dev/null" : fmt::format("{}/{}", prefix, name), file};
}

std::string change_of(const Texts& before, const Texts& after, const std::string& name, const fs::path& folder) {
  const std::vector<std::string> a = side(before, name, "a", folder), b = side(after, name, "b", folder);
  // Without --text, an odd byte in a comment hides all changes.
  const ProcessEnd end =
      run_process({"diff", "--unified", "--text", "--label", a[0], "--label", b[0], a[1], b[1]}, folder.string());
  if (end.exit_code > 1)
    throw Error(fmt::format("diff cannot compare '{}': {}", name, end.output), "install diffutils");
  return end.output;
}

}  // namespace

std::vector<SourceFile> files_of_run(const LedgerReader& ledger, const std::string& run) {
  std::vector<SourceFile> files;
  for (const std::vector<Cell>& row : ledger
                                          .query(fmt::format("SELECT name, text FROM run_texts WHERE run_uuid = {} "
                                                             "ORDER BY name",
                                                             quoted_text(run)))
                                          .rows)
    files.push_back({text_in(row[0]), text_in(row[1])});
  return files;
}

void write_files(const std::vector<SourceFile>& files, const std::string& folder) {
  check_names(files);
  make_empty_folder(folder);
  for (const SourceFile& file : files) {
    const fs::path path = fs::path(folder) / file.name;
    make_folder(path.parent_path());
    write_file(path, file.text);
  }
}

std::string changes_of_files(const std::vector<SourceFile>& before, const std::vector<SourceFile>& after) {
  const Texts then = by_name(before), now = by_name(after);
  std::set<std::string> names;
  for (const Texts* texts : {&then, &now})
    for (const auto& [name, text] : *texts) names.insert(name);
  const TemporaryFolder folder;
  std::string changes;
  for (const std::string& name : names) {
    const auto a = then.find(name), b = now.find(name);
    if (a != then.end() && b != now.end() && *a->second == *b->second) continue;
    changes += change_of(then, now, name, folder.path());
  }
  return changes;
}

std::string run_before(const LedgerReader& ledger, const std::string& run) {
  const Table found =
      ledger.query(fmt::format("SELECT before.run_uuid FROM runs AS this JOIN runs AS before "
                               "ON before.experiment = this.experiment AND before.submission IS this.submission "
                               "AND before.started_utc < this.started_utc AND NOT before.forgotten "
                               "WHERE this.run_uuid = {} ORDER BY before.started_utc DESC LIMIT 1",
                               quoted_text(run)));
  return found.rows.empty() ? "" : text_in(found.rows[0][0]);
}

}  // namespace warpledger
