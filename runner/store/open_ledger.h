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
/// Closing any descriptor of a file drops all POSIX locks of the process on it, SQLite's included. SQLite allows for
/// this except in connections without locks (immutable=1). So these, and all other descriptors of ledgers, are closed
/// only when the process no longer uses the file.
class OpenLedger {
 public:
  /// Opens the file at `path` unless this process uses it already; null if it cannot be read. Throws Error if its file
  /// system has no locks.
  static std::shared_ptr<OpenLedger> at(const std::string& path);

  /// Returns a descriptor to lock bytes with and to return, unlocked, to close_last(). Its number is -1, with errno
  /// set, if the file cannot be opened for writing.
  FileDescriptor descriptor_for_locks(const std::string& path);

  void close_last(FileDescriptor descriptor);
  void close_last(std::unique_ptr<SQLite::Database> connection);

 private:
  friend struct OpenLedgers;
  int users_ = 0;
  std::mutex mutex_;
  FileDescriptor first_;  ///< tested for lock support
  std::vector<FileDescriptor> descriptors_;
  std::vector<std::unique_ptr<SQLite::Database>> connections_;
};

/// Throws Error if the file system has no locks, such as NFS mounted with `nolock`: SQLite would wait for them in vain.
void require_locks(const FileDescriptor& file, const std::string& ledger);

/// Throws the Error that the ledger cannot be locked.
[[noreturn]] void refuse_without_locks(const std::string& ledger, int error_number);

}  // namespace warpledger
