#include "store/lock_holder.h"

#include <fmt/format.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include <fstream>
#include <set>
#include <sstream>

namespace warpledger {
namespace {

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

}  // namespace

std::string lock_holder(const std::string& path) {
  // With a write-ahead log, SQLite locks the file beside the ledger.
  const std::set<std::string> names = {lock_name(path), lock_name(path + "-shm")};
  std::ifstream locks("/proc/locks");
  for (std::string line; std::getline(locks, line);) {  // 1: POSIX  ADVISORY  WRITE 4711 08:01:12345 120 120
    std::istringstream words(line);
    std::string number, kind, strength, access, file;
    int process = 0;
    words >> number >> kind >> strength >> access >> process >> file;
    if (kind == "POSIX" && access == "WRITE" && process > 0 && process != getpid() && names.contains(file))
      return fmt::format("process {} ({})", process, program_of(process));
  }
  return "another process";
}

}  // namespace warpledger
