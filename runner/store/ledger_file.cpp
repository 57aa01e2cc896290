#include "store/ledger_file.h"

#include <SQLiteCpp/Database.h>
#include <SQLiteCpp/Transaction.h>
#include <fmt/format.h>
#include <pwd.h>
#include <sqlite3.h>
#include <sys/stat.h>
#include <sys/vfs.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <string_view>

#include "base/error.h"
#include "base/file.h"
#include "store/connection.h"
#include "store/read_connection.h"
#include "store/run_lock.h"

namespace warpledger {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kMagic{"SQLite format 3\0", 16};

Error not_a_ledger(const std::string& path, const std::string& why) {
  return {{.file = path}, why, "name a ledger or a new file with --db; this file was not changed"};
}

[[noreturn]] void refuse(const std::string& path, const std::string& why) { throw not_a_ledger(path, why); }

[[noreturn]] void refuse_absent(const std::string& path) {
  throw Error({.file = path}, "there is no ledger here", "run an experiment first, or name its ledger with --db");
}

bool begins_with_magic(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::array<char, kMagic.size()> start{};
  file.read(start.data(), start.size());
  return std::string_view(start.data(), static_cast<std::size_t>(file.gcount())) == kMagic;
}

/// The newest header may still be in the write-ahead log, so this asks SQLite. One transaction, because another process
/// may be creating the ledger.
std::optional<int> version_in(SQLite::Database& database, const std::string& path) {
  const SQLite::Transaction moment(database);
  const int application = database.execAndGet("PRAGMA application_id").getInt();
  const int version = database.execAndGet("PRAGMA user_version").getInt();
  const bool has_tables = database.execAndGet("SELECT count(*) FROM sqlite_schema").getInt() > 0;
  if (application == 0 && version == 0 && !has_tables) return std::nullopt;
  if (application != kApplicationId)
    refuse(path, fmt::format("this is the database of another application (application id {})", application));
  return version;
}

struct NetworkFileSystem {
  long magic;
  const char* name;
};

// Sources: linux/magic.h, statfs(2), and the file systems' headers.
constexpr std::array<NetworkFileSystem, 14> kNetworkFileSystems = {{
    {0x6969, "NFS"},
    {0xff534d42, "SMB"},
    {0xfe534d42, "SMB"},
    {0x517b, "SMB"},
    {0x01021997, "9P"},
    {0x65735546, "FUSE"},
    {0x0bd00bd0, "Lustre"},
    {0x47504653, "GPFS"},
    {0x19830326, "BeeGFS"},
    {0x00c36400, "Ceph"},
    {0x5346414f, "AFS"},
    {0x6b414653, "AFS"},
    {0x73757245, "Coda"},
    {0xaad7aaea, "PanFS"},
}};

bool is_of_a_lock(const SQLite::Exception& cause) {
  constexpr std::array kKinds = {SQLITE_IOERR_LOCK,    SQLITE_IOERR_UNLOCK,  SQLITE_IOERR_RDLOCK,
                                 SQLITE_IOERR_SHMLOCK, SQLITE_IOERR_BLOCKED, SQLITE_IOERR_CHECKRESERVEDLOCK};
  return std::ranges::count(kKinds, cause.getErrorCode()) + std::ranges::count(kKinds, cause.getExtendedErrorCode()) >
         0;
}

/// SQLite applies a log that a replaced ledger left to the new file.
Error damage_error(const std::string& path, const char* what) {
  std::error_code absent;
  const std::string log = path + "-wal";
  const bool has_log = fs::file_size(log, absent) > 0 && !absent;
  return Error(
      {.file = path}, fmt::format("the ledger is damaged: {}", what),
      fmt::format("{}restore a copy, or save what is left: sqlite3 {} .recover | sqlite3 saved.db",
                  has_log ? fmt::format("if {} is of another ledger that had this name, move it away; else ", log) : "",
                  path));
}

}  // namespace

std::string absolute_path(const std::string& path) { return fs::absolute(path).string(); }

/// False if the file is missing or empty. Throws Error if it cannot be a ledger.
bool holds_file(const std::string& path) {
  if (path.empty()) throw Error("the ledger's name is empty", "name a file with --db");
  std::error_code ignored;
  const fs::file_status status = fs::status(path, ignored);
  if (!fs::exists(status)) return false;
  if (fs::is_directory(status)) refuse(path, "this is a folder, not a ledger");
  if (!fs::is_regular_file(status)) refuse(path, "this is not a regular file");
  if (fs::file_size(path) == 0) return false;
  if (access(path.c_str(), R_OK) != 0)
    throw Error({.file = path}, "the ledger cannot be read", "check the permissions of the file");
  return true;
}

std::optional<int> schema_version_of(const std::string& path) {
  if (!holds_file(path)) return std::nullopt;
  return with_ledger_errors(path, [&] {
    return read_ledger(path, [&](ReadConnection& connection) { return version_in(connection.database(), path); });
  });
}

void require_ledger_file(const std::string& path) {
  if (!holds_file(path)) refuse_absent(path);
}

int schema_version_of_ledger(const std::string& path) {
  const std::optional<int> version = schema_version_of(path);
  if (!version) refuse_absent(path);
  return *version;
}

int schema_version_in(SQLite::Database& database, const std::string& path) {
  const std::optional<int> version = version_in(database, path);
  if (!version) refuse_absent(path);
  return *version;
}

std::optional<std::string> network_file_system_of_magic(long magic) {
  const auto* found = std::find_if(kNetworkFileSystems.begin(), kNetworkFileSystems.end(), [&](const auto& known) {
    // Some systems sign-extend the 32-bit number.
    return (known.magic & 0xffffffff) == (magic & 0xffffffff);
  });
  if (found == kNetworkFileSystems.end()) return std::nullopt;
  return found->name;
}

std::optional<std::string> network_file_system(const std::string& path) {
  const std::filesystem::path folder = std::filesystem::path(path).parent_path();
  struct statfs status {};
  if (statfs(path.c_str(), &status) != 0 && statfs(folder.empty() ? "." : folder.c_str(), &status) != 0)
    return std::nullopt;
  return network_file_system_of_magic(status.f_type);
}

Error ledger_error(const std::string& path, const SQLite::Exception& cause) {
  switch (cause.getErrorCode() & 0xff) {  // the low byte is the primary code
    case SQLITE_CANTOPEN:
    case SQLITE_PERM:
      if (const std::optional<Error> error = error_of_file_beside(path, R_OK | W_OK)) return *error;
      return Error({.file = path}, "the ledger cannot be opened",
                   "check that its folder exists and is writable: SQLite keeps two more files next to it");
    case SQLITE_READONLY:
      if (const std::optional<Error> error = error_of_file_beside(path, R_OK | W_OK)) return *error;
      return Error({.file = path}, "the ledger cannot be written", "check the permissions of the file and its folder");
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
      return Error({.file = path}, fmt::format("{} has locked the ledger", lock_holder(path)),
                   "wait until it ends, or write to another file with --db");
    case SQLITE_NOTADB:
      if (!begins_with_magic(path)) return not_a_ledger(path, "this is not a ledger: it is not an SQLite database");
      return damage_error(path, cause.what());
    case SQLITE_CORRUPT:
      return damage_error(path, cause.what());
    case SQLITE_TOOBIG:
      return Error({.file = path}, fmt::format("a text or blob is larger than {} MiB", kMostValue_mib),
                   fmt::format("restore a copy; `warpledger ledger check --db {}` names its row", path));
    case SQLITE_FULL:
      return Error({.file = path}, "the disk is full", "make room on it; nothing recorded before is lost");
    case SQLITE_NOMEM:
      return Error({.file = path}, "there is not enough memory", "end other programs, or allow this one more");
    case SQLITE_IOERR:
      if (is_of_a_lock(cause))
        return Error(
            {.file = path}, fmt::format("the ledger cannot be locked: {}", cause.what()),
            "check the mount of its file system; or write to a ledger on a local disk with --db. Nothing recorded "
            "before is lost");
      return Error({.file = path}, fmt::format("disk error: {}", cause.what()),
                   "check the free space; nothing recorded before is lost");
    default:
      // Unknown schema format number in the header.
      if (std::string_view(cause.what()) == "unsupported file format") return damage_error(path, cause.what());
      return Error({.file = path}, cause.what(), "this is a defect of warpledger: please report it with this message");
  }
}

std::optional<Error> error_of_file_beside(const std::string& path, int access_mode) {
  for (const char* end : {"-wal", "-shm", "-journal"}) {
    const std::string file = path + end;
    struct stat status {};
    if (stat(file.c_str(), &status) != 0 || access(file.c_str(), access_mode) == 0) continue;
    const passwd* const owner = getpwuid(status.st_uid);
    const std::string name = owner ? owner->pw_name : fmt::format("user {}", status.st_uid);
    const bool writes = (access_mode & W_OK) != 0;
    return Error({.file = path},
                 fmt::format("{} belongs to {}, and you may not {} it", file, name, writes ? "write to" : "read"),
                 fmt::format("let {} run: chmod a+{} {}*", name, writes ? "rw" : "r", path));
  }
  return std::nullopt;
}

}  // namespace warpledger
