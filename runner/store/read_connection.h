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

/// The largest text or blob of a ledger that is read, and its largest row in a query: a row of ten thousand samples has
/// 160 KB.
inline constexpr int kMostValue_mib = 64;

/// A connection that reads a ledger, leaves no file behind and needs no right to write: neither to the ledger nor to
/// its folder.
///
/// SQLite reads a ledger with a write-ahead log only together with the files -wal and -shm, which writers leave next to
/// it (open_for_writing()), and makes them where they are absent: in a copy of only the file, or when another program
/// removed them. They would then belong to the reader, who may be another user than the ledger's owner, and a reader
/// cannot remove them. So this connection never makes a file. What it does depends on what it finds:
///
/// - -wal and -shm, or a ledger with a rollback journal: SQLite reads as usual. It maps an -shm that it may not write
///   to for reading only, and reads the log of a dead process in memory.
/// - -wal or -shm is absent and the log is empty: every change is in the ledger's file, which is opened as immutable,
///   without locks. A process that writes now makes the absent file first. So an answer is complete if that file is
///   still absent after it and the ledger is the same; if not, the question is asked again.
/// - A log whose -shm was lost, a rollback journal of a dead process, or a writer on another machine
///   (store/node_lock.h): a private copy is read that did not change while it was made.
///
/// Each ledger can be read into memory, too, where it may be changed.
class ReadConnection {
 public:
  /// Throws Error or SQLite::Exception when the ledger at `path` cannot be read.
  explicit ReadConnection(const std::string& path);
  ~ReadConnection() { close(); }
  ReadConnection(ReadConnection&&) noexcept = default;
  ReadConnection& operator=(ReadConnection&& other) noexcept;
  /// A database that is in no file.
  static ReadConnection in_memory();

  /// Requires is_open().
  SQLite::Database& database() { return *database_; }
  bool is_open() const { return database_ != nullptr; }
  /// Closes it. All connections of a process share what the first one learnt of -shm: a ledger whose -shm another
  /// process has just begun to fill can be opened only once no connection to it is left.
  void close();

  /// For ATTACH, in a connection that was opened with OPEN_URI.
  const std::string& uri() const { return uri_; }

  /// Goes on with a copy in memory, which `database()` may change and uri() does not name. It stays as it is whatever
  /// becomes of the ledger.
  void read_into_memory();

  /// True if the ledger may have changed under an immutable connection: its answers are not valid, and it must be
  /// opened again.
  bool is_invalid() const;

 private:
  /// What changes when a file is written to or replaced.
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
  std::optional<FileState> immutable_;  ///< of the file that was opened as immutable
  std::string absent_;                  ///< the file next to it that was absent then
  std::unique_ptr<TemporaryFolder> copy_;
  std::unique_ptr<SQLite::Database> database_;
};

/// True if SQLite failed because another process has just begun or ended: a reader that may not write to -shm finds it
/// empty until that process has filled it. The ledger must be opened again.
bool is_passing(const SQLite::Exception& cause);

/// Throws the Error that the ledger changed at each attempt to read it.
[[noreturn]] void refuse_changing_ledger(const std::string& path);

/// Calls `action` with a connection to the ledger at `path`, again when another process changed it meanwhile.
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
