#pragma once

#include "backend_host/profile.h"
#include "backend_host/shim/abi.h"
#include "exec/backend.h"

namespace warpledger {

/// Throws PointEnd{invalid_point}, with the number asked for and the limit, when the profile's GPU would refuse the
/// launch.
void check_limits(const BoundLaunch& launch, std::uint64_t static_shared_bytes, const Profile& profile);

/// Throws PointEnd{invalid_point} when number, kind or size of the arguments is not what the kernel takes.
void check_arguments(const BoundLaunch& launch, const shim::Kernel& kernel);

}  // namespace warpledger
