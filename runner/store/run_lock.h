#pragma once

#include <sys/types.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "base/file.h"
#include "store/open_ledger.h"

namespace warpledger {

/// Shows other processes which runs are active, by locks on bytes far past the end of the ledger's file: one byte per
/// run. A grading session locks a range as long as its process id, which names its holder. The system drops the locks
/// when the process dies, also on a network.
class RunLock {
 public:
  RunLock() = default;
  ~RunLock();
  RunLock(const RunLock&) = delete;
  RunLock& operator=(const RunLock&) = delete;

  /// Locks `run`, in addition to earlier ones. False if another process holds it. Throws Error if the file cannot be
  /// opened or its file system has no locks.
  bool lock(const std::string& path, std::int64_t run);
  void unlock(std::int64_t run);
  /// Locks a grading session, which admits one process at a time. Returns its holder, "process 4711 (warpledger)", or
  /// nothing on success. Throws as lock().
  std::optional<std::string> lock_session(const std::string& path, const std::string& uuid);

  /// True if the locked file is still at `path`: not removed, moved, replaced or emptied.
  bool is_in_place(const std::string& path) const;
  /// True if the locked file has become shorter, which a ledger never does.
  bool is_emptied() const;

 private:
  void open_file(const std::string& path);
  /// False if another process holds a lock on these bytes.
  bool set(short type, std::int64_t first, std::int64_t count) const;
  /// Throws Error if the file system has no locks.
  bool lock_bytes(const std::string& path, std::int64_t first, std::int64_t count) const;

  std::shared_ptr<OpenLedger> ledger_;
  FileDescriptor file_;
  off_t size_bytes_ = 0;  ///< when it was locked
};

/// Returns the process that blocks other writers: "process 4711 (sqlite3)", or "another process" on another machine or
/// in another container.
std::string lock_holder(const std::string& path);

enum class LockOwner { own_program, other_program, not_seen };

/// `not_seen`: the owner is on another machine or in another container, or has released the lock.
LockOwner lock_owner(const std::string& path);

}  // namespace warpledger
