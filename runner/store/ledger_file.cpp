#include "store/ledger_file.h"

#include <SQLiteCpp/Database.h>
#include <SQLiteCpp/Transaction.h>
#include <fmt/format.h>
#include <sqlite3.h>
#include <unistd.h>

#include <array>
#include <filesystem>
#include <fstream>
#include <string_view>

#include "base/error.h"
#include "store/ledger_error.h"

namespace warpledger {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kMagic{"SQLite format 3\0", 16};

[[noreturn]] void refuse(const std::string& path, const std::string& why) {
  throw Error({.file = path}, why, "name a ledger or a new file with --db; this one was left as it is");
}

bool begins_with_magic(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::array<char, kMagic.size()> start{};
  file.read(start.data(), start.size());
  return std::string_view(start.data(), static_cast<std::size_t>(file.gcount())) == kMagic;
}

/// Asks SQLite rather than the file's header: the newest header may still be in the write-ahead log. All of it is read
/// at one moment: another process may be making the ledger.
std::optional<int> version_in_database(const std::string& path) {
  SQLite::Database database(absolute_path(path), SQLite::OPEN_READONLY, kBusyTimeout_ms);
  const SQLite::Transaction moment(database);
  const int application = database.execAndGet("PRAGMA application_id").getInt();
  const int version = database.execAndGet("PRAGMA user_version").getInt();
  const bool has_tables = database.execAndGet("SELECT count(*) FROM sqlite_schema").getInt() > 0;
  if (application == 0 && version == 0 && !has_tables) return std::nullopt;
  if (application != kApplicationId)
    refuse(path, fmt::format("this is the database of another application (application id {})", application));
  return version;
}

/// The file itself is looked at only when SQLite refuses it: closing a ledger's file drops the locks that other
/// connections of this process have on it, and the next process to close the ledger would remove their log.
std::optional<int> version_in_file(const std::string& path) {
  try {
    return version_in_database(path);
  } catch (const SQLite::Exception& cause) {
    if (cause.getErrorCode() == SQLITE_NOTADB && !begins_with_magic(path))
      refuse(path, "this is not a ledger: it is no SQLite database");
    throw;
  }
}

}  // namespace

std::string absolute_path(const std::string& path) { return fs::absolute(path).string(); }

std::optional<int> schema_version_of(const std::string& path) {
  if (path.empty()) throw Error("the ledger's name is empty", "name a file with --db");
  std::error_code ignored;
  const fs::file_status status = fs::status(path, ignored);
  if (!fs::exists(status)) return std::nullopt;
  if (fs::is_directory(status)) refuse(path, "this is a folder, not a ledger");
  if (!fs::is_regular_file(status)) refuse(path, "this is not a regular file");
  if (fs::file_size(path) == 0) return std::nullopt;
  if (access(path.c_str(), R_OK) != 0)
    throw Error({.file = path}, "the ledger cannot be read", "check the permissions of the file");
  return with_ledger_errors(path, [&] { return version_in_file(path); });
}

int schema_version_of_ledger(const std::string& path) {
  const std::optional<int> version = schema_version_of(path);
  if (!version)
    throw Error({.file = path}, "there is no ledger here", "run an experiment first, or name its ledger with --db");
  return *version;
}

}  // namespace warpledger
