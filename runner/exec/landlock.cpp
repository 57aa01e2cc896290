#include "exec/landlock.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <linux/landlock.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>
#include <cstring>

#include "base/error.h"

namespace warpledger {
namespace {

// Of Linux 6.2; the headers of Debian 12 are older.
#ifndef LANDLOCK_ACCESS_FS_TRUNCATE
#define LANDLOCK_ACCESS_FS_TRUNCATE (1ULL << 14)
#endif

constexpr std::uint64_t kRead = LANDLOCK_ACCESS_FS_EXECUTE | LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_READ_DIR;

/// What a rule on a file, rather than a folder, may grant.
constexpr std::uint64_t kOnFiles = LANDLOCK_ACCESS_FS_EXECUTE | LANDLOCK_ACCESS_FS_READ_FILE |
                                   LANDLOCK_ACCESS_FS_WRITE_FILE | LANDLOCK_ACCESS_FS_TRUNCATE;

/// All rights that a kernel with this ABI (https://docs.kernel.org/userspace-api/landlock.html) knows of files, but for
/// ioctl on devices: a GPU's driver lives on it.
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
              "foreign code is not run unconfined where the kernel has Landlock");
}

void allow(const Descriptor& rules, const std::string& path, std::uint64_t rights) {
  const Descriptor at(open(path.c_str(), O_PATH | O_CLOEXEC));
  if (at.number() < 0) return;
  struct stat facts {};
  if (fstat(at.number(), &facts) != 0) refuse(path);
  const landlock_path_beneath_attr rule{S_ISDIR(facts.st_mode) ? rights : rights & kOnFiles, at.number()};
  if (syscall(SYS_landlock_add_rule, rules.number(), LANDLOCK_RULE_PATH_BENEATH, &rule, 0) != 0) refuse(path);
}

}  // namespace

std::string restrict_files(const FileAccess& access) {
  const long abi = syscall(SYS_landlock_create_ruleset, nullptr, 0, LANDLOCK_CREATE_RULESET_VERSION);
  if (abi < 1) return fmt::format("this kernel has no Landlock: {}", std::strerror(errno));
  const landlock_ruleset_attr attributes{all_rights(abi)};
  const Descriptor rules(syscall(SYS_landlock_create_ruleset, &attributes, sizeof attributes, 0));
  if (rules.number() < 0) refuse("Landlock's rules");
  for (const std::string& path : access.readable) allow(rules, path, kRead);
  for (const std::string& path : access.writable) allow(rules, path, attributes.handled_access_fs);
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) refuse("no new privileges");
  if (syscall(SYS_landlock_restrict_self, rules.number(), 0) != 0) refuse("Landlock");
  return {};
}

}  // namespace warpledger
