#include "store/file_system.h"

#include <sys/vfs.h>

#include <algorithm>
#include <array>
#include <filesystem>

namespace warpledger {
namespace {

struct NetworkFileSystem {
  long magic;
  const char* name;
};

// Linux's linux/magic.h where it has them, else statfs(2) and the file system's own headers.
constexpr std::array<NetworkFileSystem, 14> kNetworkFileSystems = {{
    {0x6969, "NFS"},
    {0xff534d42, "SMB"},
    {0xfe534d42, "SMB"},
    {0x517b, "SMB"},
    {0x01021997, "9P"},
    {0x65735546, "FUSE"},
    {0x0bd00bd0, "Lustre"},
    {0x47504653, "GPFS"},
    {0x19830326, "BeeGFS"},
    {0x00c36400, "Ceph"},
    {0x5346414f, "AFS"},
    {0x6b414653, "AFS"},
    {0x73757245, "Coda"},
    {0xaad7aaea, "PanFS"},
}};

}  // namespace

std::optional<std::string> network_file_system_of_magic(long magic) {
  const auto* found = std::find_if(kNetworkFileSystems.begin(), kNetworkFileSystems.end(), [&](const auto& known) {
    // Some systems give the number as a signed one of 32 bits.
    return (known.magic & 0xffffffff) == (magic & 0xffffffff);
  });
  if (found == kNetworkFileSystems.end()) return std::nullopt;
  return found->name;
}

std::optional<std::string> network_file_system(const std::string& path) {
  const std::filesystem::path folder = std::filesystem::path(path).parent_path();
  struct statfs status {};
  if (statfs(path.c_str(), &status) != 0 && statfs(folder.empty() ? "." : folder.c_str(), &status) != 0)
    return std::nullopt;
  return network_file_system_of_magic(status.f_type);
}

}  // namespace warpledger
