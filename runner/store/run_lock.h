#pragma once

#include <sys/types.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "base/file.h"
#include "store/open_ledger.h"

namespace warpledger {

/// Says to other processes that runs are under way: a lock of one byte of the ledger's file for each, far behind its
/// end, that belongs to the run, and of a session of grading as many bytes as the number of its process. The system
/// lets go of it when the process dies, and keeps it over a network as well.
class RunLock {
 public:
  RunLock() = default;
  ~RunLock();
  RunLock(const RunLock&) = delete;
  RunLock& operator=(const RunLock&) = delete;

  /// Locks `run` in the ledger at `path`, besides the runs that were locked before. False when another process has it.
  /// Throws Error when the file cannot be opened or its file system has no locks.
  bool lock(const std::string& path, std::int64_t run);
  /// Lets go of a run that was locked.
  void unlock(std::int64_t run);
  /// Locks the session of grading with this UUID, in which one process at a time may grade. Nothing when that is done,
  /// else who has it: "process 4711 (warpledger)". Throws as lock().
  std::optional<std::string> lock_session(const std::string& path, const std::string& uuid);

  /// Whether the file that was locked is still at `path`: not removed, moved, replaced or emptied.
  bool is_in_place(const std::string& path) const;
  /// Whether the file that was locked, wherever it is, has become shorter since: a ledger never does.
  bool is_emptied() const;

 private:
  void open_file(const std::string& path);
  /// False when another process has a lock of these bytes.
  bool set(short type, std::int64_t first, std::int64_t count) const;
  /// The same of bytes to be locked. Throws Error when the file system has no locks.
  bool lock_bytes(const std::string& path, std::int64_t first, std::int64_t count) const;

  std::shared_ptr<OpenLedger> ledger_;
  FileDescriptor file_;
  off_t size_bytes_ = 0;  ///< of the file when it was locked
};

/// Who keeps others from writing to the ledger at `path` now: "process 4711 (sqlite3)", or "another process" where the
/// system does not say (another machine, another container).
std::string lock_holder(const std::string& path);

enum class LockOwner { own_program, other_program, not_seen };

/// Whose that process is. Not seen is one of another machine or container, and one that let go of the lock meanwhile.
LockOwner lock_owner(const std::string& path);

}  // namespace warpledger
