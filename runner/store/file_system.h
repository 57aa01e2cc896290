#pragma once

#include <optional>
#include <string>

namespace warpledger {

/// The network file system that `path` lies on, or would lie on: "NFS"; nothing when it is a local one. FUSE counts as
/// one: what is behind it cannot be seen.
std::optional<std::string> network_file_system(const std::string& path);

/// The network file system whose statfs(2) magic number this is.
std::optional<std::string> network_file_system_of_magic(long magic);

}  // namespace warpledger
