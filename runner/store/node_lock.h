#pragma once

#include <optional>
#include <string>

namespace warpledger {

/// Keeps machines apart that write to one ledger on a network file system whose locks each of them sees alone: SQLite
/// would let both write at once, and the ledger would be damaged.
///
/// The first writer makes a file beside the ledger that names its machine; all writers hold a lock of it, and the last
/// one removes it. A writer that finds another machine's name goes on only if it sees a lock: then SQLite's locks are
/// seen as well, and they take turns.
class NodeLock {
 public:
  /// Does nothing on a local file system. Throws Error, with the ledger unchanged, when another machine writes to it
  /// whose locks are not seen here, or one has left without notice.
  explicit NodeLock(const std::string& ledger);
  /// The same as `machine`, on any file system.
  NodeLock(const std::string& ledger, const std::string& machine);
  ~NodeLock();
  NodeLock(const NodeLock&) = delete;
  NodeLock& operator=(const NodeLock&) = delete;

 private:
  bool enter(const std::string& machine);

  std::string file_, other_;  ///< beside the ledger; the machine that it names
  int fd_ = -1;
};

/// The other machine that writes to the ledger, or has left without notice, with locks that are not seen
/// here. Nothing on a local file system.
std::optional<std::string> writer_out_of_sight(const std::string& ledger);

}  // namespace warpledger
