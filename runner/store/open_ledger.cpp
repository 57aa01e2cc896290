#include "store/open_ledger.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>

#include <cerrno>
#include <cstring>
#include <map>
#include <optional>
#include <utility>

#include "base/error.h"
#include "store/ledger_file.h"

namespace warpledger {

/// By device and inode.
struct OpenLedgers {
  std::mutex mutex;
  std::map<std::pair<dev_t, ino_t>, OpenLedger> files;

  static OpenLedgers& of_this_process() {
    static auto* const ledgers = new OpenLedgers;  // never destroyed: other static objects may hold one until exit
    return *ledgers;
  }

  std::shared_ptr<OpenLedger> share(const std::pair<dev_t, ino_t>& key) {
    OpenLedger& ledger = files[key];
    ++ledger.users_;
    return {&ledger, [this, key](OpenLedger* used) {
              const std::lock_guard guard(mutex);
              if (--used->users_ == 0) files.erase(key);
            }};
  }

  std::shared_ptr<OpenLedger> open_file(const std::string& path) {
    struct stat status {};
    const std::lock_guard guard(mutex);
    if (stat(path.c_str(), &status) != 0) return nullptr;
    if (const auto known = files.find({status.st_dev, status.st_ino}); known != files.end()) return share(known->first);
    FileDescriptor file(open(path.c_str(), O_RDONLY | O_CLOEXEC));
    if (file.number() < 0 || fstat(file.number(), &status) != 0) return nullptr;
    require_locks(file, path);
    std::shared_ptr<OpenLedger> ledger = share({status.st_dev, status.st_ino});
    ledger->first_ = std::move(file);
    return ledger;
  }
};

std::shared_ptr<OpenLedger> OpenLedger::at(const std::string& path) {
  return OpenLedgers::of_this_process().open_file(path);
}

FileDescriptor OpenLedger::descriptor_for_locks(const std::string& path) {
  const std::lock_guard guard(mutex_);
  if (descriptors_.empty()) return FileDescriptor(open(path.c_str(), O_RDWR | O_CLOEXEC));
  FileDescriptor free = std::move(descriptors_.back());
  descriptors_.pop_back();
  return free;
}

void OpenLedger::close_last(FileDescriptor descriptor) {
  const std::lock_guard guard(mutex_);
  descriptors_.push_back(std::move(descriptor));
}

void OpenLedger::close_last(std::unique_ptr<SQLite::Database> connection) {
  const std::lock_guard guard(mutex_);
  connections_.push_back(std::move(connection));
}

void require_locks(const FileDescriptor& file, const std::string& ledger) {
  // A byte outside SQLite's locks (2^30 to 2^30 + 511) and those of runs (store/run_lock.h).
  struct flock range {};
  range.l_type = F_RDLCK;
  range.l_whence = SEEK_SET;
  range.l_start = (1 << 30) + 1024;
  range.l_len = 1;
  if (fcntl(file.number(), F_SETLK, &range) == 0) {
    range.l_type = F_UNLCK;
    fcntl(file.number(), F_SETLK, &range);
  } else if (errno != EAGAIN && errno != EACCES) {
    refuse_without_locks(ledger, errno);
  }
}

void refuse_without_locks(const std::string& ledger, int error_number) {
  const std::string why = std::strerror(error_number);
  const std::optional<std::string> network = network_file_system(ledger);
  throw Error(
      {.file = ledger},
      fmt::format("the ledger cannot be locked: {}{}", why, network ? fmt::format(" ({})", *network) : ""),
      "mount this file system with locks; or write to a ledger on a local disk with --db, and read a copy there");
}

}  // namespace warpledger
