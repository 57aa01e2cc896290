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

/// Maximum size of a text or blob, and of a row of a query. A row of 10,000 samples has 160 KB.
inline constexpr int kMostValue_mib = 64;

/// A connection that reads a ledger. It creates no files next to the ledger and needs no write permission for the
/// ledger or its folder.
///
/// SQLite reads a ledger with a write-ahead log only together with the files -wal and -shm, which writers leave next to
/// it (open_for_writing()). It creates them if they are absent, as next to a copied file. They would belong to the
/// reader, who may not be the ledger's owner, and a reader cannot remove them. So this connection never creates them:
///
/// - Both exist, or the ledger has a rollback journal: SQLite reads as usual. It maps an -shm without write permission
///   read-only, and reads a dead process's log in memory.
/// - One is absent and the log is empty: all changes are in the ledger's file, which is opened as immutable, without
///   locks. A new writer first creates the absent file. So an answer is valid if that file is still absent afterwards
///   and the ledger is unchanged; otherwise the query is repeated.
/// - The log has lost its -shm, a dead process left a rollback journal, or another machine writes (store/node_lock.h):
///   it reads a private copy that did not change while it was made.
class ReadConnection {
 public:
  /// Throws Error or SQLite::Exception if the ledger at `path` cannot be read.
  explicit ReadConnection(const std::string& path);
  ~ReadConnection() { close(); }
  ReadConnection(ReadConnection&&) noexcept = default;
  ReadConnection& operator=(ReadConnection&& other) noexcept;
  static ReadConnection in_memory();

  /// Requires is_open().
  SQLite::Database& database() { return *database_; }
  bool is_open() const { return database_ != nullptr; }
  /// Connections of one process share their view of -shm. If another process has just begun to fill -shm, the ledger
  /// can be opened only after all of them are closed.
  void close();

  /// URI for ATTACH, in a connection opened with OPEN_URI.
  const std::string& uri() const { return uri_; }

  /// Switches to a private copy in memory, which `database()` may change and later changes of the ledger do not affect.
  /// uri() does not name it.
  void read_into_memory();

  /// True if the ledger may have changed under an immutable connection: discard its answers and open the ledger again.
  bool is_invalid() const;

 private:
  /// Properties that change if a file is written or replaced.
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
  std::optional<FileState> immutable_;  ///< state of the file opened as immutable
  std::string absent_;                  ///< file next to it that was absent then
  std::unique_ptr<TemporaryFolder> copy_;
  std::unique_ptr<SQLite::Database> database_;
};

/// True if the failure is transient: another process has just begun or ended. A reader without write permission for
/// -shm finds it empty until that process has filled it. Open the ledger again.
bool is_passing(const SQLite::Exception& cause);

/// Throws the Error that the ledger changed during every attempt to read it.
[[noreturn]] void refuse_changing_ledger(const std::string& path);

/// Calls `action` with a connection to the ledger at `path`, and repeats if another process changed the ledger
/// meanwhile.
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
