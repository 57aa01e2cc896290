#pragma once

#include <SQLiteCpp/Database.h>
#include <SQLiteCpp/Exception.h>

#include <optional>
#include <string>
#include <vector>

#include "base/error.h"

namespace warpledger {

/// The number in the header of a SQLite file that says "a ledger of warpledger": "WLGR" in ASCII.
inline constexpr int kApplicationId = 0x574c4752;

/// How long a connection waits for another program's transaction before it gives up.
inline constexpr int kLockWait_ms = 30'000;

/// The path that SQLite is given: absolute, so that no file name has a special meaning to it (":memory:").
std::string absolute_path(const std::string& path);

/// The schema version of the ledger at `path`, found without changing a byte of it; nothing when there is no file or it
/// is empty, so that a ledger may be made there. Throws Error when something else is there: a folder, a text, a
/// damaged file, the database of another application.
std::optional<int> schema_version_of(const std::string& path);

/// The same of a ledger that must be there. Throws Error when there is none as well.
int schema_version_of_ledger(const std::string& path);

/// The same of the ledger that a connection reads, which was made for `path`: another process may have changed what is
/// there since.
int schema_version_in(SQLite::Database& database, const std::string& path);

/// Throws Error if there is no file at `path`, an empty one, or one that cannot be a ledger. Its content is not read.
void require_ledger_file(const std::string& path);

/// The network file system that `path` is on or would be on: "NFS"; nothing when it is a local one. FUSE counts as
/// one: what is behind it cannot be seen.
std::optional<std::string> network_file_system(const std::string& path);

/// The network file system whose statfs(2) magic number this is.
std::optional<std::string> network_file_system_of_magic(long magic);

/// What to say when another user's program left a file beside the ledger that this user may not access so (R_OK, W_OK);
/// nothing when that is not so.
std::optional<Error> error_of_file_beside(const std::string& path, int access_mode);

/// What SQLite said about the ledger at `path`, as an Error with the hint for that kind of failure.
Error ledger_error(const std::string& path, const SQLite::Exception& cause);

/// Calls `action` and turns what SQLite throws into a ledger_error.
template <typename Action>
auto with_ledger_errors(const std::string& path, Action&& action) {
  try {
    return action();
  } catch (const SQLite::Exception& cause) {
    throw ledger_error(path, cause);
  }
}

}  // namespace warpledger
