#include "store/run_lock.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "base/error.h"

namespace warpledger {
namespace {

/// No ledger is so long, and SQLite's own locks lie at 2^30.
constexpr std::int64_t kFirstByte = std::int64_t{1} << 62;

}  // namespace

RunLock::~RunLock() {
  if (fd_ >= 0) close(fd_);
}

bool RunLock::lock(const std::string& path, std::int64_t run) {
  if (fd_ < 0) fd_ = open(path.c_str(), O_RDWR | O_CLOEXEC);
  if (fd_ < 0) throw Error({.file = path}, "the ledger cannot be opened to lock a run", std::strerror(errno));
  struct flock range {};
  range.l_type = F_UNLCK;
  range.l_whence = SEEK_SET;
  range.l_start = kFirstByte;
  fcntl(fd_, F_OFD_SETLK, &range);  // to its end: the run that was locked before
  range.l_type = F_WRLCK;
  range.l_start = kFirstByte + run;
  range.l_len = 1;
  // A lock of the open file, not of the process: SQLite closes files of its own meanwhile.
  if (fcntl(fd_, F_OFD_SETLK, &range) == 0) return true;
  if (errno == EAGAIN || errno == EACCES) return false;
  throw Error({.file = path}, std::string("a run cannot be locked here: ") + std::strerror(errno),
              "name a ledger on a file system with locks, with --db");
}

bool RunLock::is_in_place(const std::string& path) const {
  struct stat locked {};
  struct stat found {};
  return fstat(fd_, &locked) == 0 && stat(path.c_str(), &found) == 0 && locked.st_dev == found.st_dev &&
         locked.st_ino == found.st_ino;
}

}  // namespace warpledger
