#pragma once

#include <memory>
#include <string>

#include "backend_host/profile.h"
#include "exec/backend.h"

namespace warpledger {

/// Runs kernels on the CPU as the GPU of `profile` would: same source, same results. Its times are the host's and its
/// counters absent. Compiled programs are kept in `cache_dir`.
std::unique_ptr<Backend> make_host_backend(const Profile& profile, const std::string& cache_dir);

}  // namespace warpledger
