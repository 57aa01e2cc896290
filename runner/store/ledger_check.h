#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace SQLite {
class Database;
}

namespace warpledger {

struct Migration;

/// One thing that was verified.
struct Verified {
  std::string what;                   ///< "samples"
  std::int64_t rows = 0;              ///< that were looked at
  std::vector<std::string> problems;  ///< in words, at most 10
  std::int64_t problem_count = 0;
  bool keeps_from_merging = true;  ///< its problems do; a merge leaves out what the others name
};

/// Looks at a whole ledger, read-only: the pages of the file; its tables, indexes, triggers and views beside those that
/// the migrations make; references between rows; and that each row is the one that was written, by its id, checksum or
/// digest. Ends early where what follows could not be read. The rows of an older ledger are looked at as
/// bring_up_to_date() makes them: what had no digest gets one. Throws Error when there is no ledger at `path`, its
/// schema is newer, or SQLite cannot read it at all.
std::vector<Verified> verify_ledger(const std::string& path, const std::string& schema_folder);

/// How the tables, indexes, triggers and views of a ledger differ from those that its migrations make.
struct SchemaDifferences {
  std::vector<std::string> found;  ///< in words: "added: trigger t on note"; empty when nothing differs
  bool of_tables = false;          ///< a table or view is among them: what the tables hold must not be asked for
};

/// Compares a ledger of schema `version` with an empty one that is made of `migrations` up to that version. Blanks in
/// the text of a statement do not count.
SchemaDifferences schema_differences(SQLite::Database& database, const std::vector<Migration>& migrations, int version);

}  // namespace warpledger
