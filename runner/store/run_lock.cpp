#include "store/run_lock.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <fstream>
#include <optional>
#include <set>
#include <sstream>

#include "base/error.h"

namespace warpledger {
namespace {

/// No ledger is so long, and SQLite's own locks are at 2^30.
constexpr std::int64_t kFirstByte = std::int64_t{1} << 62;

/// A file as /proc/locks writes it: "08:01:12345"; empty when there is none.
std::string lock_name(const std::string& path) {
  struct stat status {};
  if (stat(path.c_str(), &status) != 0) return {};
  return fmt::format("{:02x}:{:02x}:{}", major(status.st_dev), minor(status.st_dev), status.st_ino);
}

std::string program_of(int process) {
  std::ifstream file(fmt::format("/proc/{}/comm", process));
  std::string name;
  std::getline(file, name);
  return name;
}

/// The process that keeps others from writing to the ledger at `path`; nothing when the system does not say.
std::optional<int> process_with_lock(const std::string& path) {
  // With a write-ahead log, SQLite locks the file beside the ledger.
  const std::set<std::string> names = {lock_name(path), lock_name(path + "-shm")};
  std::ifstream locks("/proc/locks");
  for (std::string line; std::getline(locks, line);) {  // 1: POSIX  ADVISORY  WRITE 4711 08:01:12345 120 120
    std::istringstream words(line);
    std::string number, kind, strength, access, file;
    int process = 0;
    words >> number >> kind >> strength >> access >> process >> file;
    if (kind == "POSIX" && access == "WRITE" && process > 0 && process != getpid() && names.contains(file))
      return process;
  }
  return std::nullopt;
}

}  // namespace

RunLock::~RunLock() {
  if (fd_ >= 0) close(fd_);
}

bool RunLock::lock(const std::string& path, std::int64_t run) {
  if (fd_ < 0) fd_ = open(path.c_str(), O_RDWR | O_CLOEXEC);
  if (fd_ < 0)
    throw Error({.file = path}, std::string("no run can be locked in the ledger: ") + std::strerror(errno),
                "check the permissions of the file, and the umask if it is a new one");
  struct stat status {};
  if (fstat(fd_, &status) == 0) size_bytes_ = status.st_size;
  if (set(F_WRLCK, run)) return true;
  if (errno == EAGAIN || errno == EACCES) return false;
  throw Error({.file = path}, std::string("a run cannot be locked here: ") + std::strerror(errno),
              "name a ledger on a file system with locks, with --db");
}

void RunLock::unlock(std::int64_t run) {
  if (fd_ >= 0) set(F_UNLCK, run);
}

bool RunLock::set(short type, std::int64_t run) const {
  struct flock range {};
  range.l_type = type;
  range.l_whence = SEEK_SET;
  range.l_start = kFirstByte + run;
  range.l_len = 1;
  // A lock of the open file, not of the process: SQLite closes files of its own meanwhile.
  return fcntl(fd_, F_OFD_SETLK, &range) == 0;
}

bool RunLock::is_in_place(const std::string& path) const {
  struct stat locked {};
  struct stat found {};
  return fstat(fd_, &locked) == 0 && stat(path.c_str(), &found) == 0 && locked.st_dev == found.st_dev &&
         locked.st_ino == found.st_ino && !is_emptied();
}

bool RunLock::is_emptied() const {
  struct stat locked {};
  return fstat(fd_, &locked) == 0 && locked.st_size < size_bytes_;
}

std::string lock_holder(const std::string& path) {
  const std::optional<int> process = process_with_lock(path);
  return process ? fmt::format("process {} ({})", *process, program_of(*process)) : "another process";
}

LockOwner lock_owner(const std::string& path) {
  const std::optional<int> process = process_with_lock(path);
  if (!process) return LockOwner::not_seen;
  return program_of(*process) == program_of(getpid()) ? LockOwner::own_program : LockOwner::other_program;
}

}  // namespace warpledger
