#pragma once

#include <SQLiteCpp/Database.h>
#include <SQLiteCpp/Exception.h>
#include <sys/stat.h>

#include <exception>
#include <memory>
#include <optional>
#include <string>

#include "base/file.h"
#include "store/open_ledger.h"

namespace warpledger {

/// Largest text or blob, and largest row of a query. A row of 10,000 samples has 160 KB.
inline constexpr int kMostValue_mib = 64;

/// A connection that reads a ledger, creates no files next to it and needs no write permission.
///
/// SQLite reads a ledger with a write-ahead log only together with its -wal and -shm, and creates them if they are
/// absent, as next to a copy. They would belong to the reader, who cannot remove them and may not be the ledger's
/// owner. This connection never creates them:
///
/// - Both exist, or the journal is a rollback journal: SQLite reads as usual. Without write permission it maps the -shm
///   read-only and reads a dead process's log in memory.
/// - One is absent and the log is empty: the file holds every change and is opened as immutable, without locks.
///   A writer would first create the absent file. So an answer is valid if it is still absent and the ledger is
///   unchanged; otherwise the query is repeated.
/// - The log has lost its -shm, a dead process left a rollback journal, or another machine writes (node_lock.h):
///   the connection reads a private copy that did not change while it was made.
class ReadConnection {
 public:
  /// Throws Error or SQLite::Exception if the ledger cannot be read.
  explicit ReadConnection(const std::string& path);
  ~ReadConnection() { close(); }
  ReadConnection(ReadConnection&&) noexcept = default;
  ReadConnection& operator=(ReadConnection&& other) noexcept;
  static ReadConnection in_memory();

  /// Requires is_open().
  SQLite::Database& database() { return *database_; }
  bool is_open() const { return database_ != nullptr; }
  /// If another process has just begun to fill -shm, the ledger can be opened only after all connections of this
  /// process are closed: they share their view of it.
  void close();

  /// URI for ATTACH, in a connection opened with OPEN_URI.
  const std::string& uri() const { return uri_; }

  /// Switches to a copy in memory, which may be changed and which uri() does not name.
  void read_into_memory();

  /// True if the ledger may have changed under an immutable connection: discard its answers and open it again.
  bool is_invalid() const;

 private:
  /// Changes whenever a file is written or replaced.
  struct FileState {
    dev_t device = 0;
    ino_t inode = 0;
    off_t size = 0;
    timespec changed{};
  };
  ReadConnection() = default;
  static std::optional<FileState> state_of(const std::string& path);
  static bool same(const std::optional<FileState>& a, const std::optional<FileState>& b);
  bool open_as_it_is();
  bool open(const std::string& options);
  bool open_immutable(const std::string& absent);
  bool open_copy();

  std::string path_, uri_;
  std::shared_ptr<OpenLedger> ledger_;
  std::optional<FileState> immutable_;
  std::string absent_;  ///< -wal or -shm, absent then
  std::unique_ptr<TemporaryFolder> copy_;
  std::unique_ptr<SQLite::Database> database_;
};

/// True if another process has just begun or ended, and the ledger must be opened again: a reader without write
/// permission finds -shm empty until that process has filled it.
bool is_passing(const SQLite::Exception& cause);

[[noreturn]] void refuse_changing_ledger(const std::string& path);

/// Calls `action` with a connection to the ledger, again if another process changed the ledger meanwhile.
template <typename Action>
auto read_ledger(const std::string& path, Action&& action) {
  constexpr int kMostAttempts = 20;
  for (int attempt = 1;; ++attempt) {
    ReadConnection connection(path);
    try {
      auto answer = action(connection);
      if (!connection.is_invalid()) return answer;
    } catch (const SQLite::Exception& cause) {
      if (!connection.is_invalid() && !is_passing(cause)) throw;
    } catch (const std::exception&) {
      if (!connection.is_invalid()) throw;
    }
    if (attempt == kMostAttempts) refuse_changing_ledger(path);
  }
}

}  // namespace warpledger
