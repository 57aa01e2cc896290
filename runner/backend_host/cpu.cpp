#include "backend_host/cpu.h"

#include <fmt/format.h>
#include <sys/utsname.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <limits>

namespace warpledger {

std::string cpu_model() {
  std::ifstream file("/proc/cpuinfo");
  for (std::string line; std::getline(file, line);)
    if (line.starts_with("model name")) return line.substr(std::min(line.size(), line.find(':') + 2));
  return "unknown";
}

std::string operating_system() {
  utsname name{};
  if (uname(&name) != 0) return "unknown";
  return fmt::format("{} {} {}", name.sysname, name.release, name.machine);
}

std::uint64_t last_level_cache_bytes() {
  long bytes = 0;
  for (const int level : {_SC_LEVEL4_CACHE_SIZE, _SC_LEVEL3_CACHE_SIZE, _SC_LEVEL2_CACHE_SIZE})
    if (bytes <= 0) bytes = sysconf(level);
  return static_cast<std::uint64_t>(std::max(bytes, 0L));
}

std::uint64_t available_memory_bytes() {
  std::ifstream file("/proc/meminfo");
  std::uint64_t kib = 0;
  for (std::string word; file >> word;)
    if (word == "MemAvailable:" && file >> kib) return kib * 1024;
  return std::numeric_limits<std::uint64_t>::max();
}

}  // namespace warpledger
