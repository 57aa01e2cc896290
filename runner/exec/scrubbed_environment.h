#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace warpledger {

/// The environment of a worker that runs foreign code, as "NAME=VALUE": of this process's own only
///
/// - PATH, LD_LIBRARY_PATH: where compilers, the toolkit's and the driver's libraries are;
/// - CUDA_*, NVIDIA_*: which GPUs, and where the toolkit is;
/// - LANG, LC_ALL: the language of messages;
/// - WARPLEDGER_HOST_CXX: the compiler of the host's kernels;
/// - ASAN_OPTIONS and the like, for tests of a build with sanitizers;
///
/// and HOME, TMPDIR and XDG_CACHE_HOME, which name `folder`. No token or password comes along.
std::vector<std::string> scrubbed_environment(const std::filesystem::path& folder);

}  // namespace warpledger
