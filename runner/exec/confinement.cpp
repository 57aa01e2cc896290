#include "exec/confinement.h"

#include <fmt/format.h>
#include <sys/resource.h>

#include <cstdlib>
#include <filesystem>
#include <sstream>

namespace warpledger {
namespace {

/// More than any compiled program; less than a disk.
constexpr rlim_t kFileBytes = rlim_t{1} << 30;

void limit(__rlimit_resource resource, rlim_t most) {
  const rlimit both{most, most};
  setrlimit(resource, &both);
}

/// Sanitizers map terabytes.
constexpr bool kSanitized =
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
    true;
#else
    false;
#endif

void add_folders(const char* variable, std::vector<std::string>& paths) {
  const char* value = std::getenv(variable);
  std::istringstream folders(value != nullptr ? value : "");
  for (std::string folder; std::getline(folders, folder, ':');)
    if (!folder.empty()) paths.push_back(folder);
}

}  // namespace

std::string confine(const Confinement& confinement) {
  limit(RLIMIT_CORE, 0);
  limit(RLIMIT_FSIZE, kFileBytes);
  if (confinement.memory_bytes && !kSanitized) limit(RLIMIT_AS, *confinement.memory_bytes);
  const std::string no_landlock = restrict_files(confinement.files);
  const std::string no_filter = filter_system_calls(confinement.sockets);
  return fmt::format("{}, {}", no_landlock.empty() ? "Landlock" : no_landlock,
                     no_filter.empty() ? "system calls filtered" : no_filter);
}

std::vector<std::string> toolchain_paths() {
  // Of /proc only this process's part: another's shows its environment.
  std::vector<std::string> paths = {"/usr",
                                    "/lib",
                                    "/lib32",
                                    "/lib64",
                                    "/bin",
                                    "/sbin",
                                    "/opt",
                                    "/etc/ld.so.cache",
                                    "/etc/alternatives",
                                    "/dev/urandom",
                                    "/dev/random",
                                    "/proc/self",
                                    "/proc/cpuinfo",
                                    "/proc/meminfo",
                                    "/proc/stat",
                                    "/proc/devices",
                                    "/proc/modules",
                                    "/proc/driver",
                                    "/proc/sys",
                                    "/sys"};
  for (const char* variable : {"CUDA_HOME", "CUDA_PATH", "LD_LIBRARY_PATH"}) add_folders(variable, paths);
  return paths;
}

std::vector<std::string> gpu_device_files() {
  std::vector<std::string> files;
  std::error_code ignored;
  for (const auto& entry : std::filesystem::directory_iterator("/dev", ignored))
    if (entry.path().filename().string().starts_with("nvidia")) files.push_back(entry.path().string());
  return files;
}

}  // namespace warpledger
