#pragma once

#include <optional>
#include <string>

namespace warpledger {

/// Lets one machine at a time write to a ledger on a network file system. SQLite's locks may hold on each machine alone
/// there, or the machines may keep old content of the file: two that write at once would damage it.
///
/// The first writer makes a file beside the ledger that names its machine; all writers of the machine hold a lock of
/// it, and the last one removes it. Whoever finds another machine's name waits while it sees a lock, that is while that
/// machine is surely at work.
class NodeLock {
 public:
  /// Does nothing on a local file system. Throws Error, with the ledger unchanged, when another machine writes to it
  /// for longer than kLockWait_ms, does so with locks that are not seen here, or has left without notice; and if the
  /// file system has no locks.
  explicit NodeLock(const std::string& ledger);
  /// The same as `machine`, on any file system.
  NodeLock(const std::string& ledger, const std::string& machine, int wait_ms);
  ~NodeLock();
  NodeLock(const NodeLock&) = delete;
  NodeLock& operator=(const NodeLock&) = delete;

 private:
  bool enter(const std::string& machine);

  std::string ledger_, file_, other_;  ///< the ledger; the file beside it; the machine that this names
  bool sees_lock_ = false;             ///< of that file, of anybody
  int fd_ = -1;
};

/// The other machine that writes to the ledger, or has left without notice. Nothing on a local file system.
std::optional<std::string> writer_elsewhere(const std::string& ledger);

}  // namespace warpledger
