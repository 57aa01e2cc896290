#include "store/read_connection.h"

#include <SQLiteCpp/Backup.h>
#include <fmt/format.h>
#include <sqlite3.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <filesystem>
#include <system_error>
#include <thread>
#include <utility>

#include "base/error.h"
#include "base/text.h"
#include "store/ledger_file.h"
#include "store/node_lock.h"

namespace warpledger {
namespace {

namespace fs = std::filesystem;

constexpr const char* kReaderFiles = "warpledger-reader";

/// SQLite allocates a value before it returns it.
void limit_values(SQLite::Database& database) {
  sqlite3_limit(database.getHandle(), SQLITE_LIMIT_LENGTH, kMostValue_mib << 20);
}

bool is_there(const std::string& path) { return access(path.c_str(), F_OK) == 0; }

/// Opens only an existing log that has its index, so that SQLite creates neither. SQLite calls this while it locks the
/// ledger, which keeps others from removing the two.
int open_existing_log(sqlite3_vfs*, const char* name, sqlite3_file* file, int flags, int* out_flags) {
  if ((flags & SQLITE_OPEN_WAL) != 0) {
    const std::string log = name;
    if (!is_there(log.substr(0, log.size() - 3) + "shm")) return SQLITE_CANTOPEN;
    flags = (flags & ~(SQLITE_OPEN_CREATE | SQLITE_OPEN_READWRITE)) | SQLITE_OPEN_READONLY;
  }
  sqlite3_vfs* const system = sqlite3_vfs_find("unix");
  return system->xOpen(system, name, file, flags, out_flags);
}

void register_reader_files() {
  static sqlite3_vfs files = [] {
    sqlite3_vfs copy = *sqlite3_vfs_find("unix");
    copy.zName = kReaderFiles;
    copy.xOpen = open_existing_log;
    return copy;
  }();
  [[maybe_unused]] static const int registered = sqlite3_vfs_register(&files, 0);
}

std::string escaped(const std::string& path) {
  std::string text;
  for (const char c : path) text += c == '%' || c == '?' || c == '#' ? fmt::format("%{:02x}", c) : std::string(1, c);
  return text;
}

bool holds_something(const std::string& path) {
  struct stat status {};
  return stat(path.c_str(), &status) == 0 && status.st_size > 0;
}

/// True if a file next to the ledger, or room to write one, is missing; false if the ledger is at fault.
bool needs_another_way(const SQLite::Exception& cause) {
  switch (cause.getErrorCode() & 0xff) {
    case SQLITE_CANTOPEN:
    case SQLITE_READONLY:
    case SQLITE_PERM:
    case SQLITE_IOERR:
    case SQLITE_FULL:
      return true;
    default:
      return false;
  }
}

}  // namespace

void refuse_changing_ledger(const std::string& path) {
  throw Error({.file = path}, "the ledger changed while it was read", "try again");
}

ReadConnection ReadConnection::in_memory() {
  ReadConnection made;
  made.database_ = std::make_unique<SQLite::Database>(":memory:", SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE);
  limit_values(*made.database_);
  return made;
}

bool is_passing(const SQLite::Exception& cause) {
  switch (cause.getExtendedErrorCode()) {
    case SQLITE_READONLY_RECOVERY:
    case SQLITE_READONLY_CANTLOCK:
    case SQLITE_READONLY_CANTINIT:
      return true;
    default:
      return false;
  }
}

ReadConnection& ReadConnection::operator=(ReadConnection&& other) noexcept {
  close();
  path_ = std::move(other.path_);
  uri_ = std::move(other.uri_);
  ledger_ = std::move(other.ledger_);
  immutable_ = std::exchange(other.immutable_, std::nullopt);
  absent_ = std::move(other.absent_);
  copy_ = std::move(other.copy_);
  database_ = std::move(other.database_);
  return *this;
}

void ReadConnection::close() {
  if (immutable_ && ledger_ && database_) ledger_->close_last(std::move(database_));
  database_.reset();
  immutable_.reset();
  copy_.reset();
}

ReadConnection::ReadConnection(const std::string& path) : path_(fs::weakly_canonical(absolute_path(path))) {
  const auto give_up = std::chrono::steady_clock::now() + std::chrono::seconds(5);
  register_reader_files();
  ledger_ = OpenLedger::at(path);
  while (true) {
    close();
    try {
      if (open_as_it_is()) return;
    } catch (const SQLite::Exception& cause) {
      if (!is_invalid() && !is_passing(cause)) throw;
    }
    if (std::chrono::steady_clock::now() > give_up) break;  // an attempt may copy a large ledger
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
  if (const std::optional<std::string> other = writer_elsewhere(path_))
    throw Error({.file = path},
                fmt::format("{} writes to this ledger: every copy changed while it was made", printable(*other)),
                "read it on that machine, or when what writes to it has ended");
  refuse_changing_ledger(path);
}

/// False if another process changed the files meanwhile.
bool ReadConnection::open_as_it_is() {
  if (writer_elsewhere(path_)) return open_copy();
  // A full disk has no room for the index of a dead process's log: readonly_shm keeps it in memory.
  if (open("") || open("&readonly_shm=1")) return true;
  if (holds_something(path_ + "-wal") || holds_something(path_ + "-journal")) return open_copy();
  for (const char* end : {"-wal", "-shm"})
    if (!is_there(path_ + end)) return open_immutable(path_ + end);
  if (const std::optional<Error> error = error_of_file_beside(path_, R_OK)) throw *error;
  return false;  // another process is about to fill them
}

bool ReadConnection::open_immutable(const std::string& absent) {
  immutable_ = state_of(path_);
  absent_ = absent;
  return open("&immutable=1") && !is_invalid();
}

/// False if SQLite needs a file next to the ledger that is missing.
bool ReadConnection::open(const std::string& options) {
  uri_ = fmt::format("file:{}?mode=ro&vfs={}{}", escaped(path_), kReaderFiles, options);
  try {
    database_ = std::make_unique<SQLite::Database>(uri_, SQLite::OPEN_READONLY | SQLite::OPEN_URI, kLockWait_ms);
    limit_values(*database_);
    database_->execAndGet("SELECT count(*) FROM sqlite_schema");
    return true;
  } catch (const SQLite::Exception& cause) {
    if (!needs_another_way(cause) || (immutable_ && !is_invalid())) throw;
    database_.reset();
    return false;
  }
}

/// False if the files changed while they were copied.
bool ReadConnection::open_copy() {
  const auto states = [&] {
    return std::array{state_of(path_), state_of(path_ + "-wal"), state_of(path_ + "-journal")};
  };
  const auto before = states();
  if (const std::optional<Error> error = error_of_file_beside(path_, R_OK)) throw *error;
  copy_ = std::make_unique<TemporaryFolder>();
  const std::string copy = copy_->path() / "ledger.db";
  std::error_code failure;
  for (const char* end : {"", "-wal", "-journal"})
    if (!failure && is_there(path_ + end)) fs::copy_file(path_ + end, copy + end, failure);
  const auto after = states();
  const bool vanished = failure == std::errc::no_such_file_or_directory;  // the journal of a finished transaction
  if (vanished || !std::equal(before.begin(), before.end(), after.begin(), same)) return false;
  if (failure)
    throw Error({.file = path_},
                fmt::format("it must be read from a copy, which cannot be made: {}", failure.message()),
                "set $TMPDIR to a folder with room for it; or let its owner record a run in it, which repairs it");
  fs::permissions(copy, fs::perms::owner_write, fs::perm_options::add);
  SQLite::Database(copy, SQLite::OPEN_READWRITE).execAndGet("SELECT count(*) FROM sqlite_schema");  // repairs the copy
  uri_ = fmt::format("file:{}?mode=ro&immutable=1", escaped(copy));
  database_ = std::make_unique<SQLite::Database>(uri_, SQLite::OPEN_READONLY | SQLite::OPEN_URI);
  limit_values(*database_);
  return true;
}

void ReadConnection::read_into_memory() {
  constexpr int kMostAttempts = 20;
  for (int attempt = 1; attempt <= kMostAttempts; ++attempt) {
    ReadConnection copy = in_memory();
    const bool whole = SQLite::Backup(*copy.database_, *database_).executeStep() == SQLITE_DONE;
    if (whole && !is_invalid()) {
      *this = std::move(copy);
      return;
    }
    *this = ReadConnection(path_);
  }
  refuse_changing_ledger(path_);
}

bool ReadConnection::is_invalid() const {
  return immutable_ && (is_there(absent_) || !same(immutable_, state_of(path_)));
}

std::optional<ReadConnection::FileState> ReadConnection::state_of(const std::string& path) {
  struct stat status {};
  if (stat(path.c_str(), &status) != 0) return std::nullopt;
  return FileState{status.st_dev, status.st_ino, status.st_size, status.st_ctim};
}

bool ReadConnection::same(const std::optional<FileState>& a, const std::optional<FileState>& b) {
  if (!a || !b) return !a && !b;
  return a->device == b->device && a->inode == b->inode && a->size == b->size &&
         a->changed.tv_sec == b->changed.tv_sec && a->changed.tv_nsec == b->changed.tv_nsec;
}

}  // namespace warpledger
