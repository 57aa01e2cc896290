#pragma once

#include <SQLiteCpp/Database.h>

#include <string>
#include <vector>

#include "store/ledger_file.h"

namespace warpledger {

/// How the tables, indexes, triggers and views of a ledger differ from those that its migrations make.
struct SchemaDifferences {
  std::vector<std::string> found;  ///< in words: "added: trigger t on note"; empty when nothing differs
  bool of_tables = false;          ///< a table or view is among them: what the tables hold must not be asked for
};

/// Compares a ledger of schema `version` with an empty one that is made of `migrations` up to that version. Blanks in
/// the text of a statement do not count.
SchemaDifferences schema_differences(SQLite::Database& database, const std::vector<Migration>& migrations, int version);

}  // namespace warpledger
