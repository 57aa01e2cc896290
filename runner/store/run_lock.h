#pragma once

#include <sys/types.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "base/file.h"
#include "store/open_ledger.h"

namespace warpledger {

/// Marks runs as active for other processes: a lock on one byte per run, far past the end of the ledger's file. A
/// grading session locks as many bytes as its process id. The system releases the locks if the process dies, also on a
/// network file system.
class RunLock {
 public:
  RunLock() = default;
  ~RunLock();
  RunLock(const RunLock&) = delete;
  RunLock& operator=(const RunLock&) = delete;

  /// Locks `run` in the ledger at `path`, in addition to earlier ones. False if another process holds it. Throws Error
  /// if the file cannot be opened or its file system has no locks.
  bool lock(const std::string& path, std::int64_t run);
  void unlock(std::int64_t run);
  /// Locks the grading session with this UUID, which admits one process at a time. Returns nothing on success,
  /// otherwise the holder: "process 4711 (warpledger)". Throws as lock().
  std::optional<std::string> lock_session(const std::string& path, const std::string& uuid);

  /// True if the locked file is still at `path`: not removed, moved, replaced or emptied.
  bool is_in_place(const std::string& path) const;
  /// True if the locked file, wherever it is now, has become shorter, which a ledger never does.
  bool is_emptied() const;

 private:
  void open_file(const std::string& path);
  /// False if another process locks these bytes.
  bool set(short type, std::int64_t first, std::int64_t count) const;
  /// Like set() with a write lock. Throws Error if the file system has no locks.
  bool lock_bytes(const std::string& path, std::int64_t first, std::int64_t count) const;

  std::shared_ptr<OpenLedger> ledger_;
  FileDescriptor file_;
  off_t size_bytes_ = 0;  ///< size of the file when it was locked
};

/// Returns the process that blocks other writers of the ledger at `path`: "process 4711 (sqlite3)", or "another
/// process" if it is unknown (another machine or container).
std::string lock_holder(const std::string& path);

enum class LockOwner { own_program, other_program, not_seen };

/// Returns the program of that process. `not_seen`: it is on another machine or in another container, or has released
/// the lock.
LockOwner lock_owner(const std::string& path);

}  // namespace warpledger
