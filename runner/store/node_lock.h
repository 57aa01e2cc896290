#pragma once

#include <optional>
#include <string>

namespace warpledger {

/// Lets one machine at a time write to a ledger on a network file system. SQLite's locks may be local to each machine
/// there, and machines may cache old content: two concurrent writers would damage the file.
///
/// The first writer creates a file next to the ledger that contains the name of its machine. All writers of that
/// machine lock it, and the last one removes it. A writer that finds another machine's name waits as long as it sees a
/// lock, which proves that the machine is working.
class NodeLock {
 public:
  /// Does nothing on a local file system. Throws Error, with the ledger unchanged, if another machine writes for longer
  /// than kLockWait_ms, shows no lock or crashed, or if the file system has no locks.
  explicit NodeLock(const std::string& ledger);
  /// Acts as `machine`, on any file system.
  NodeLock(const std::string& ledger, const std::string& machine, int wait_ms);
  ~NodeLock();
  NodeLock(const NodeLock&) = delete;
  NodeLock& operator=(const NodeLock&) = delete;

 private:
  bool enter(const std::string& machine);

  std::string ledger_, file_, other_;  ///< the file is next to the ledger; `other_` is the machine named in it
  bool sees_lock_ = false;             ///< any process's lock of the file
  int fd_ = -1;
};

/// Returns the other machine that writes to the ledger or crashed while writing; nothing on a local file system.
std::optional<std::string> writer_elsewhere(const std::string& ledger);

}  // namespace warpledger
