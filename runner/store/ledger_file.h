#pragma once

#include <SQLiteCpp/Database.h>
#include <SQLiteCpp/Exception.h>

#include <optional>
#include <string>
#include <vector>

#include "base/error.h"

namespace warpledger {

/// Application id in the header of the SQLite file: "WLGR" in ASCII.
inline constexpr int kApplicationId = 0x574c4752;

/// Time that a connection waits for another program's transaction.
inline constexpr int kLockWait_ms = 30'000;

/// Returns the path for SQLite: absolute, so that special names such as ":memory:" are ordinary files.
std::string absolute_path(const std::string& path);

/// Returns the schema version of the ledger at `path` without changing the file; nothing if the file is missing or
/// empty. Throws Error for anything else: a folder, a text, a damaged file, another application's database.
std::optional<int> schema_version_of(const std::string& path);

/// Like schema_version_of(), but throws Error if there is no ledger.
int schema_version_of_ledger(const std::string& path);

/// Like schema_version_of_ledger(), for the ledger that an open connection reads: the file at `path` may have been
/// replaced since.
int schema_version_in(SQLite::Database& database, const std::string& path);

/// Throws Error if the file at `path` is missing, empty or cannot be a ledger. Does not read its content.
void require_ledger_file(const std::string& path);

/// Returns the network file system that `path` is on or would be on, such as "NFS"; nothing if it is local. FUSE counts
/// as one, because its backing store is unknown.
std::optional<std::string> network_file_system(const std::string& path);

/// Returns the network file system with this statfs(2) magic number.
std::optional<std::string> network_file_system_of_magic(long magic);

/// Returns the error to report if another user's program left a file next to the ledger to which this user lacks
/// `access_mode` (R_OK, W_OK); otherwise nothing.
std::optional<Error> error_of_file_beside(const std::string& path, int access_mode);

/// Converts SQLite's failure on the ledger at `path` to an Error with a hint for that kind of failure.
Error ledger_error(const std::string& path, const SQLite::Exception& cause);

/// Calls `action` and converts SQLite's exceptions to ledger_error().
template <typename Action>
auto with_ledger_errors(const std::string& path, Action&& action) {
  try {
    return action();
  } catch (const SQLite::Exception& cause) {
    throw ledger_error(path, cause);
  }
}

}  // namespace warpledger
