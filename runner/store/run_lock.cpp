#include "store/run_lock.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstring>
#include <fstream>
#include <optional>
#include <set>
#include <sstream>
#include <utility>

#include "base/error.h"

namespace warpledger {
namespace {

/// Beyond any ledger's size and SQLite's locks at 2^30.
constexpr std::int64_t kFirstByte = std::int64_t{1} << 62;
/// After those of all runs.
constexpr std::int64_t kFirstOfSessions = kFirstByte + (std::int64_t{1} << 61);
/// Linux's maximum process id.
constexpr std::int64_t kMostProcesses = 1 << 22;

std::int64_t first_byte_of(const std::string& session) {
  constexpr std::size_t kDigits = 8;  // at the beginning of a UUID
  std::uint32_t number = 0;
  std::from_chars(session.data(), session.data() + std::min(kDigits, session.size()), number, 16);
  return kFirstOfSessions + number * kMostProcesses;
}

/// Name in /proc/locks, "08:01:12345"; empty if the file does not exist.
std::string lock_name(const std::string& path) {
  struct stat status {};
  if (stat(path.c_str(), &status) != 0) return {};
  return fmt::format("{:02x}:{:02x}:{}", major(status.st_dev), minor(status.st_dev), status.st_ino);
}

/// Empty if the process is not visible here.
std::string program_of(std::int64_t process) {
  std::ifstream file(fmt::format("/proc/{}/comm", process));
  std::string name;
  std::getline(file, name);
  return name;
}

std::string named(std::int64_t process) { return fmt::format("process {} ({})", process, program_of(process)); }

std::optional<int> process_with_lock(const std::string& path) {
  // With a write-ahead log, SQLite locks -shm.
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
  if (file_.number() < 0) return;
  set(F_UNLCK, 0, 0);  // all bytes
  ledger_->close_last(std::move(file_));
}

void RunLock::open_file(const std::string& path) {
  if (file_.number() < 0) {
    ledger_ = OpenLedger::at(path);
    FileDescriptor file = ledger_ ? ledger_->descriptor_for_locks(path) : FileDescriptor();
    if (file.number() < 0)
      throw Error({.file = path}, std::string("the ledger cannot be locked: ") + std::strerror(errno),
                  "check the permissions of the file, and the umask if it is a new one");
    file_ = std::move(file);
  }
  struct stat status {};
  if (fstat(file_.number(), &status) == 0) size_bytes_ = status.st_size;
}

bool RunLock::lock(const std::string& path, std::int64_t run) {
  open_file(path);
  return lock_bytes(path, kFirstByte + run, 1);
}

void RunLock::unlock(std::int64_t run) {
  if (file_.number() >= 0) set(F_UNLCK, kFirstByte + run, 1);
}

std::optional<std::string> RunLock::lock_session(const std::string& path, const std::string& uuid) {
  open_file(path);
  const std::int64_t first = first_byte_of(uuid);
  if (lock_bytes(path, first, getpid())) return std::nullopt;
  struct flock found {};
  found.l_type = F_WRLCK;
  found.l_whence = SEEK_SET;
  found.l_start = first;
  found.l_len = 1;
  const bool is_seen =
      fcntl(file_.number(), F_OFD_GETLK, &found) == 0 && found.l_type != F_UNLCK && !program_of(found.l_len).empty();
  return is_seen ? named(found.l_len) : "another process";
}

bool RunLock::lock_bytes(const std::string& path, std::int64_t first, std::int64_t count) const {
  if (set(F_WRLCK, first, count)) return true;
  if (errno == EAGAIN || errno == EACCES) return false;
  refuse_without_locks(path, errno);
}

bool RunLock::set(short type, std::int64_t first, std::int64_t count) const {
  struct flock range {};
  range.l_type = type;
  range.l_whence = SEEK_SET;
  range.l_start = first;
  range.l_len = count;
  // A lock of the open file, not the process: SQLite closes other descriptors of it meanwhile.
  return fcntl(file_.number(), F_OFD_SETLK, &range) == 0;
}

bool RunLock::is_in_place(const std::string& path) const {
  struct stat locked {};
  struct stat found {};
  return fstat(file_.number(), &locked) == 0 && stat(path.c_str(), &found) == 0 && locked.st_dev == found.st_dev &&
         locked.st_ino == found.st_ino && !is_emptied();
}

bool RunLock::is_emptied() const {
  struct stat locked {};
  return fstat(file_.number(), &locked) == 0 && locked.st_size < size_bytes_;
}

std::string lock_holder(const std::string& path) {
  const std::optional<int> process = process_with_lock(path);
  return process ? named(*process) : "another process";
}

LockOwner lock_owner(const std::string& path) {
  const std::optional<int> process = process_with_lock(path);
  if (!process) return LockOwner::not_seen;
  return program_of(*process) == program_of(getpid()) ? LockOwner::own_program : LockOwner::other_program;
}

}  // namespace warpledger
