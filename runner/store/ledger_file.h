#pragma once

#include <SQLiteCpp/Database.h>
#include <SQLiteCpp/Exception.h>

#include <optional>
#include <string>
#include <vector>

#include "base/error.h"

namespace warpledger {

/// Application id of a ledger: "WLGR" in ASCII.
inline constexpr int kApplicationId = 0x574c4752;

/// Maximum wait for another program's transaction.
inline constexpr int kLockWait_ms = 30'000;

/// Makes a path absolute, so that SQLite gives no name a special meaning (":memory:").
std::string absolute_path(const std::string& path);

/// Returns the schema version of the ledger at `path`; nothing if the file is missing or empty. Throws Error for
/// anything else: a folder, a text, a damaged file, another application's database. Does not change the file.
std::optional<int> schema_version_of(const std::string& path);

/// Like schema_version_of(), but throws Error if the ledger is missing.
int schema_version_of_ledger(const std::string& path);

/// Schema version of the ledger that a connection reads; the file at `path` may have been replaced since.
int schema_version_in(SQLite::Database& database, const std::string& path);

/// Throws Error if the file at `path` is missing, empty or cannot be a ledger. Does not read its content.
void require_ledger_file(const std::string& path);

/// Returns the network file system that `path` is on, such as "NFS"; nothing if it is local. FUSE counts as one,
/// because its backing store is unknown.
std::optional<std::string> network_file_system(const std::string& path);

/// Returns the network file system with this statfs(2) magic number.
std::optional<std::string> network_file_system_of_magic(long magic);

/// Returns an error if this user lacks `access_mode` (R_OK, W_OK) to a file that another user left next to the ledger.
std::optional<Error> error_of_file_beside(const std::string& path, int access_mode);

/// Converts SQLite's failure to an Error with a hint.
Error ledger_error(const std::string& path, const SQLite::Exception& cause);

/// Calls `action` and converts SQLite's exceptions with ledger_error().
template <typename Action>
auto with_ledger_errors(const std::string& path, Action&& action) {
  try {
    return action();
  } catch (const SQLite::Exception& cause) {
    throw ledger_error(path, cause);
  }
}

}  // namespace warpledger
