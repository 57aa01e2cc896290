#pragma once

#include <optional>
#include <string>

namespace warpledger {

/// The number in the header of a SQLite file that says "a ledger of warpledger": "WLGR" in ASCII.
inline constexpr int kApplicationId = 0x574c4752;

/// How long a connection waits for another one's transaction before it gives up.
inline constexpr int kBusyTimeout_ms = 10'000;

/// The path that SQLite is given: absolute, so that no file name has a special meaning to it (":memory:").
std::string absolute_path(const std::string& path);

/// The schema version of the ledger at `path`, found without changing a byte of it; nothing when there is no file or it
/// is empty, so that a ledger may be made there. Throws Error when something else is there: a folder, a text, a
/// damaged file, the database of another application.
std::optional<int> schema_version_of(const std::string& path);

/// The same of a ledger that must be there. Throws Error when there is none as well.
int schema_version_of_ledger(const std::string& path);

}  // namespace warpledger
