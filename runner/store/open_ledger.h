#pragma once

#include <SQLiteCpp/Database.h>

#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "base/file.h"

namespace warpledger {

/// A ledger's file as long as this process uses it: every connection and every RunLock holds it.
///
/// The system drops all locks of SQLite's kind that a process has on a file when the process closes any descriptor of
/// it. SQLite closes its own descriptors in time, except those of connections without locks (immutable=1). So these and
/// all other descriptors of ledgers are handed over here, and closed when the process no longer uses the file.
class OpenLedger {
 public:
  /// The file at `path`, which is opened if this process does not use it yet; null if no file there can be read.
  /// Throws Error if its file system has no locks.
  static std::shared_ptr<OpenLedger> at(const std::string& path);

  /// A descriptor to lock bytes with, which is given back to close_last() without locks. Its number is -1, and errno
  /// says why, if the file at `path` cannot be opened for writing.
  FileDescriptor descriptor_for_locks(const std::string& path);

  void close_last(FileDescriptor descriptor);
  void close_last(std::unique_ptr<SQLite::Database> connection);

 private:
  friend struct OpenLedgers;
  int users_ = 0;
  std::mutex mutex_;
  FileDescriptor first_;  ///< what the file system was asked for locks with
  std::vector<FileDescriptor> descriptors_;
  std::vector<std::unique_ptr<SQLite::Database>> connections_;
};

/// Throws Error naming `ledger` if the file system of an open file has no locks, as NFS has none when it is mounted
/// with `nolock` or its server runs no lock manager: SQLite would wait for them in vain.
void require_locks(const FileDescriptor& file, const std::string& ledger);

/// Throws the Error that the ledger cannot be locked, for the reason that errno had.
[[noreturn]] void refuse_without_locks(const std::string& ledger, int error_number);

}  // namespace warpledger
