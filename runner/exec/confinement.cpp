#include "exec/confinement.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <linux/landlock.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <string_view>

#include "base/address_sanitizer.h"
#include "base/error.h"
#include "base/split.h"

namespace warpledger {
namespace {

// Since Linux 6.2; the headers of Debian 12 are older.
#ifndef LANDLOCK_ACCESS_FS_TRUNCATE
#define LANDLOCK_ACCESS_FS_TRUNCATE (1ULL << 14)
#endif

constexpr std::uint64_t kRead = LANDLOCK_ACCESS_FS_EXECUTE | LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_READ_DIR;

/// Rights that a rule may grant on a file rather than a folder.
constexpr std::uint64_t kOnFiles = LANDLOCK_ACCESS_FS_EXECUTE | LANDLOCK_ACCESS_FS_READ_FILE |
                                   LANDLOCK_ACCESS_FS_WRITE_FILE | LANDLOCK_ACCESS_FS_TRUNCATE;

/// All file rights of this Landlock ABI (https://docs.kernel.org/userspace-api/landlock.html) except ioctl on devices,
/// which GPU drivers need.
std::uint64_t all_rights(long abi) {
  std::uint64_t rights = (LANDLOCK_ACCESS_FS_MAKE_SYM << 1) - 1;
  if (abi >= 2) rights |= LANDLOCK_ACCESS_FS_REFER;
  if (abi >= 3) rights |= LANDLOCK_ACCESS_FS_TRUNCATE;
  return rights;
}

class Descriptor {
 public:
  explicit Descriptor(long number) : number_(static_cast<int>(number)) {}
  ~Descriptor() {
    if (number_ >= 0) close(number_);
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  int number() const { return number_; }

 private:
  int number_;
};

[[noreturn]] void refuse(const std::string& what) {
  throw Error(fmt::format("the worker cannot confine itself: {}: {}", what, std::strerror(errno)),
              "where the kernel has Landlock, untrusted code runs only under it");
}

void allow(const Descriptor& rules, const std::string& path, std::uint64_t rights) {
  const Descriptor at(open(path.c_str(), O_PATH | O_CLOEXEC));
  if (at.number() < 0) return;
  struct stat facts {};
  if (fstat(at.number(), &facts) != 0) refuse(path);
  const landlock_path_beneath_attr rule{S_ISDIR(facts.st_mode) ? rights : rights & kOnFiles, at.number()};
  if (syscall(SYS_landlock_add_rule, rules.number(), LANDLOCK_RULE_PATH_BENEATH, &rule, 0) != 0) refuse(path);
}

/// More than any compiled program needs, less than a disk.
constexpr rlim_t kFileBytes = rlim_t{1} << 30;

void limit(__rlimit_resource resource, rlim_t most) {
  const rlimit both{most, most};
  setrlimit(resource, &both);
}

/// Limits file sizes. This process may raise the limit to `memory_bytes` for in-memory files.
void limit_files(const std::optional<std::uint64_t>& memory_bytes) {
  const rlimit limits{kFileBytes, std::max<rlim_t>(kFileBytes, memory_bytes.value_or(0))};
  setrlimit(RLIMIT_FSIZE, &limits);
}

/// Sanitizers map terabytes.
constexpr bool kSanitized =
#if defined(WARPLEDGER_HAS_ASAN) || defined(__SANITIZE_THREAD__)
    true;
#else
    false;
#endif

void add_folders(const char* variable, std::vector<std::string>& paths) {
  const char* value = std::getenv(variable);
  for (const std::string& folder : split(value != nullptr ? value : "", ':'))
    if (!folder.empty()) paths.push_back(folder);
}

constexpr std::array<std::string_view, 8> kKept = {"PATH",          "LD_LIBRARY_PATH",     "LANG",
                                                   "LC_ALL",        "WARPLEDGER_HOST_CXX", "ASAN_OPTIONS",
                                                   "UBSAN_OPTIONS", "TSAN_OPTIONS"};
constexpr std::array<std::string_view, 2> kKeptPrefixes = {"CUDA_", "NVIDIA_"};

bool is_kept(std::string_view name) {
  return std::find(kKept.begin(), kKept.end(), name) != kKept.end() ||
         std::any_of(kKeptPrefixes.begin(), kKeptPrefixes.end(),
                     [&](std::string_view prefix) { return name.starts_with(prefix); });
}

}  // namespace

std::string restrict_files(const FileAccess& access) {
  const long abi = syscall(SYS_landlock_create_ruleset, nullptr, 0, LANDLOCK_CREATE_RULESET_VERSION);
  if (abi < 1) return fmt::format("this kernel has no Landlock: {}", std::strerror(errno));
  const landlock_ruleset_attr attributes{all_rights(abi)};
  const Descriptor rules(syscall(SYS_landlock_create_ruleset, &attributes, sizeof attributes, 0));
  if (rules.number() < 0) refuse("Landlock rules");
  for (const std::string& path : access.readable) allow(rules, path, kRead);
  for (const std::string& path : access.writable) allow(rules, path, attributes.handled_access_fs);
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) refuse("no new privileges");
  if (syscall(SYS_landlock_restrict_self, rules.number(), 0) != 0) refuse("Landlock");
  return {};
}

std::string confine(const Confinement& confinement) {
  limit(RLIMIT_CORE, 0);
  limit_files(confinement.memory_bytes);
  if (confinement.memory_bytes && !kSanitized) limit(RLIMIT_AS, *confinement.memory_bytes);
  const std::string no_landlock = restrict_files(confinement.files);
  const std::string no_filter = filter_system_calls(confinement.sockets);
  return fmt::format("{}, {}", no_landlock.empty() ? "Landlock" : no_landlock,
                     no_filter.empty() ? "system calls filtered" : no_filter);
}

std::vector<std::string> toolchain_paths() {
  // Only this process's part of /proc: others show their environments.
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

std::vector<std::string> scrubbed_environment(const std::filesystem::path& folder) {
  std::vector<std::string> variables;
  for (char** entry = environ; *entry != nullptr; ++entry) {
    const std::string_view variable = *entry;
    if (is_kept(variable.substr(0, variable.find('=')))) variables.emplace_back(variable);
  }
  for (const char* name : {"HOME=", "TMPDIR=", "XDG_CACHE_HOME="}) variables.push_back(name + folder.string());
  return variables;
}

}  // namespace warpledger
