#include "store/merge_source.h"

#include <SQLiteCpp/Database.h>
#include <SQLiteCpp/Statement.h>
#include <fmt/format.h>

#include <cstdint>
#include <vector>

#include "base/error.h"
#include "base/shell_command.h"
#include "store/connection.h"
#include "store/ledger_check.h"
#include "store/ledger_file.h"

namespace warpledger {
namespace {

constexpr std::size_t kMostDamageTold = 10;

Error damage(const std::string& path, std::int64_t count, const std::vector<std::string>& found) {
  std::string rows;
  for (std::size_t i = 0; i < found.size() && i < kMostDamageTold; ++i) rows += "\n  " + found[i];
  if (count > static_cast<std::int64_t>(kMostDamageTold))
    rows += fmt::format("\n  and {} more", count - static_cast<std::int64_t>(kMostDamageTold));
  return Error({.file = path}, fmt::format("the ledger is damaged:{}", rows),
               fmt::format("nothing of it was taken in. Restore a copy, or see all that is wrong: warpledger ledger "
                           "check --db {}",
                           shell_word(path)));
}

Error damage(const std::string& path, const std::vector<std::string>& found) {
  return damage(path, static_cast<std::int64_t>(found.size()), found);
}

std::vector<std::string> page_problems(SQLite::Database& database) {
  SQLite::Statement rows(database, "SELECT integrity_check FROM pragma_integrity_check WHERE integrity_check <> 'ok'");
  std::vector<std::string> problems;
  while (rows.executeStep()) problems.push_back(rows.getColumn(0));
  return problems;
}

}  // namespace

void attach_other(SQLite::Database& database, const std::string& uri) {
  SQLite::Statement attach(database, "ATTACH ? AS other");
  execute(attach, uri);
}

MergeSource::MergeSource(const std::string& path, const std::string& schema_folder)
    : given_(path), path_(absolute_path(path)), schema_folder_(schema_folder) {
  const auto migrations = read_migrations(schema_folder);
  const int version = schema_version_of_ledger(path);
  refuse_newer_schema(path, version, migrations);
  with_ledger_errors(path, [&] {
    read_ledger(path_, [&](ReadConnection& connection) {
      SQLite::Database& original = connection.database();
      const SchemaDifferences schema = schema_differences(original, migrations, version);
      if (!schema.found.empty()) throw damage(given_, schema.found);
      if (version == migrations.back().number) return 0;
      const std::vector<std::string> problems = page_problems(original);
      if (!problems.empty()) throw damage(given_, problems);
      copy_.emplace();
      const std::string copy = copy_->path() / "ledger.db";
      return with_ledger_errors(copy, [&] {  // what fails now is the room for it
        SQLite::Statement make(original, "VACUUM INTO ?");
        return execute(make, copy);
      });
    });
  });
  if (copy_) bring_up_to_date();
}

void MergeSource::bring_up_to_date() {
  path_ = copy_->path() / "ledger.db";
  try {
    open_for_writing(path_, schema_folder_, Journal::rollback);
  } catch (const Error& cause) {
    throw damage(given_, {"it cannot be brought up to date: " + cause.problem()});
  }
}

void MergeSource::require_undamaged() const {
  std::vector<std::string> found;
  std::int64_t count = 0;
  for (const Verified& one : verify_ledger(path_, schema_folder_)) {
    if (!one.keeps_from_merging) continue;
    count += one.problem_count;
    for (const std::string& problem : one.problems) found.push_back(one.what + ": " + problem);
  }
  if (count > 0) throw damage(given_, count, found);
}

}  // namespace warpledger
