#pragma once

#include <optional>
#include <string>

namespace warpledger {

/// Lets one machine at a time write to a ledger on a network file system, where SQLite's locks may be local to a
/// machine and its cache stale: two concurrent writers would damage the file.
///
/// The first writer creates a file next to the ledger with its machine's name. All writers of the machine lock it; the
/// last one removes it. Other machines wait while they see a lock.
class NodeLock {
 public:
  /// Does nothing on a local file system. Throws Error if another machine writes for longer than kLockWait_ms, shows no
  /// lock or crashed, or if the file system has no locks.
  explicit NodeLock(const std::string& ledger);
  /// Acts as `machine`, on any file system.
  NodeLock(const std::string& ledger, const std::string& machine, int wait_ms);
  ~NodeLock();
  NodeLock(const NodeLock&) = delete;
  NodeLock& operator=(const NodeLock&) = delete;

 private:
  bool enter(const std::string& machine);

  std::string ledger_, file_, other_;  ///< other_: machine named in file_
  bool sees_lock_ = false;             ///< some process locks file_
  int fd_ = -1;
};

/// Returns the other machine that writes, or crashed while writing; nothing on a local file system.
std::optional<std::string> writer_elsewhere(const std::string& ledger);

}  // namespace warpledger
