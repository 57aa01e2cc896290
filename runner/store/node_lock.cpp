#include "store/node_lock.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <filesystem>
#include <thread>
#include <utility>

#include "base/error.h"
#include "base/text.h"
#include "store/ledger_file.h"
#include "store/open_ledger.h"

namespace warpledger {
namespace {

std::string file_of(const std::string& ledger) {
  std::error_code ignored;
  return std::filesystem::weakly_canonical(absolute_path(ledger), ignored).string() + "-node";
}

std::string this_machine() {
  char name[256] = {};
  gethostname(name, sizeof name - 1);
  return name;
}

/// Locks the open file, not the process, so SQLite's locks and other writers of this process stay independent.
bool set_lock(int fd, short type) {
  struct flock range {};
  range.l_type = type;
  range.l_whence = SEEK_SET;
  return fcntl(fd, F_OFD_SETLK, &range) == 0;
}

bool shows_a_lock(int fd) {
  struct flock range {};
  range.l_type = F_WRLCK;
  range.l_whence = SEEK_SET;
  return fcntl(fd, F_OFD_GETLK, &range) == 0 && range.l_type != F_UNLCK;
}

/// Returns the machine's name; empty if the file's creator has not written it yet.
std::string name_in(int fd) {
  char name[256] = {};
  const ssize_t count = pread(fd, name, sizeof name, 0);
  return {name, static_cast<std::size_t>(count > 0 ? count : 0)};
}

bool is_at(const std::string& path, int fd) {
  struct stat opened {};
  struct stat found {};
  return fstat(fd, &opened) == 0 && stat(path.c_str(), &found) == 0 && opened.st_dev == found.st_dev &&
         opened.st_ino == found.st_ino;
}

/// -1 if neither is possible. SQLite reports an unwritable folder.
int make_or_open(const std::string& file, const std::string& machine) {
  const int made = open(file.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
  if (made >= 0 && write(made, machine.data(), machine.size()) != static_cast<ssize_t>(machine.size())) {
    unlink(file.c_str());  // disk full: SQLite reports it
    close(made);
    errno = ENOSPC;
    return -1;
  }
  if (made >= 0 || errno != EEXIST) return made;
  const int opened = open(file.c_str(), O_RDWR | O_CLOEXEC);
  return opened >= 0 ? opened : open(file.c_str(), O_RDONLY | O_CLOEXEC);  // another user's file
}

[[noreturn]] void refuse(const std::string& ledger, const std::string& file, const std::string& other) {
  throw Error({.file = ledger},
              fmt::format("{} writes to this ledger: on a network file system, two machines at once could damage it",
                          other.empty() ? "another machine" : printable(other)),
              fmt::format("write to a ledger of this machine's own with --db, and bring both together with `warpledger "
                          "ledger merge`; or, if nothing writes there any more: rm {}",
                          file));
}

}  // namespace

NodeLock::NodeLock(const std::string& ledger)
    : NodeLock(ledger, network_file_system(ledger) ? this_machine() : "", kLockWait_ms) {}

NodeLock::NodeLock(const std::string& ledger, const std::string& machine, int wait_ms) : ledger_(ledger) {
  if (machine.empty()) return;
  file_ = file_of(ledger);
  constexpr int kSeen_ms = 500;  // a file being created or removed shows no lock for a moment
  constexpr int kBetweenLooks_ms = 25;
  int unseen_ms = 0;
  for (int waited_ms = 0; !enter(machine); waited_ms += kBetweenLooks_ms) {
    unseen_ms = sees_lock_ ? 0 : unseen_ms + kBetweenLooks_ms;
    if (unseen_ms >= kSeen_ms || waited_ms >= wait_ms) refuse(ledger, file_, other_);
    std::this_thread::sleep_for(std::chrono::milliseconds(kBetweenLooks_ms));
  }
}

NodeLock::~NodeLock() {
  if (fd_ < 0) return;
  // If two writers leave at the same moment, each blocks the other: unlocking first lets one of them succeed.
  if (!set_lock(fd_, F_WRLCK)) set_lock(fd_, F_UNLCK);
  if (set_lock(fd_, F_WRLCK) && is_at(file_, fd_)) unlink(file_.c_str());
  close(fd_);
}

/// False if the file belongs to another machine or is being created or removed.
bool NodeLock::enter(const std::string& machine) {
  fd_ = make_or_open(file_, machine);
  if (fd_ < 0) return errno != ENOENT || !std::filesystem::exists(std::filesystem::path(file_).parent_path());
  other_ = name_in(fd_);
  sees_lock_ = shows_a_lock(fd_);
  const bool is_own = other_ == machine;
  if (is_own && set_lock(fd_, F_RDLCK) && is_at(file_, fd_)) return true;
  const int failed = errno;
  if (is_own && is_at(file_, fd_) && failed != EAGAIN && failed != EACCES) {
    unlink(file_.c_str());
    close(std::exchange(fd_, -1));
    refuse_without_locks(ledger_, failed);
  }
  close(fd_);
  fd_ = -1;
  return false;
}

std::optional<std::string> writer_elsewhere(const std::string& ledger) {
  if (!network_file_system(ledger)) return std::nullopt;
  const int fd = open(file_of(ledger).c_str(), O_RDONLY | O_CLOEXEC);
  if (fd < 0) return std::nullopt;
  const std::string name = name_in(fd);
  close(fd);
  return name == this_machine() ? std::nullopt : std::optional(name);
}

}  // namespace warpledger
