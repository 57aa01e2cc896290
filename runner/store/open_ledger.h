#pragma once

#include <SQLiteCpp/Database.h>

#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "base/file.h"

namespace warpledger {

/// A ledger's file, shared by all connections and RunLocks of this process.
///
/// When a process closes any descriptor of a file, the system drops all its POSIX locks on that file, SQLite's
/// included. SQLite handles this for its own descriptors, except those of connections without locks (immutable=1).
/// These, and all other descriptors of ledgers, are handed over here and closed when the process no longer uses the
/// file.
class OpenLedger {
 public:
  /// Returns the file at `path` and opens it if this process does not use it yet; null if no file there can be read.
  /// Throws Error if its file system has no locks.
  static std::shared_ptr<OpenLedger> at(const std::string& path);

  /// Returns a descriptor for locking bytes; the caller unlocks them and hands it to close_last(). The number is -1,
  /// with errno set, if the file at `path` cannot be opened for writing.
  FileDescriptor descriptor_for_locks(const std::string& path);

  void close_last(FileDescriptor descriptor);
  void close_last(std::unique_ptr<SQLite::Database> connection);

 private:
  friend struct OpenLedgers;
  int users_ = 0;
  std::mutex mutex_;
  FileDescriptor first_;  ///< descriptor that was tested for lock support
  std::vector<FileDescriptor> descriptors_;
  std::vector<std::unique_ptr<SQLite::Database>> connections_;
};

/// Throws Error if the file system of an open file of `ledger` has no locks: SQLite would wait for them in vain. An
/// example is NFS mounted with `nolock` or without a lock manager.
void require_locks(const FileDescriptor& file, const std::string& ledger);

/// Throws the Error that the ledger cannot be locked, with the reason in `error_number`.
[[noreturn]] void refuse_without_locks(const std::string& ledger, int error_number);

}  // namespace warpledger
