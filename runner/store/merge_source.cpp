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

}  // namespace

void attach_other(SQLite::Database& database, const std::string& uri) {
  SQLite::Statement attach(database, "ATTACH ? AS other");
  execute(attach, uri);
}

MergeSource::MergeSource(const std::string& path, const std::string& schema_folder)
    : given_(path), path_(absolute_path(path)), schema_folder_(schema_folder) {
  const LedgerSchema schema(schema_folder);
  schema.require_current(path, schema_version_of_ledger(path));
  with_ledger_errors(path, [&] {
    read_ledger(path_, [&](ReadConnection& connection) {
      const std::vector<std::string> changes = schema.differences(connection.database());
      if (!changes.empty()) throw damage(given_, changes);
      return true;
    });
  });
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
