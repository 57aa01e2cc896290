#pragma once

#include <vector>

#include "model/job.h"

namespace warpledger {

/// Headers of the C library whose functions the shim's headers declare in CUDA's way: kernels get these in place of the
/// host's own, which would declare them again. All other standard headers are the host's.
std::vector<SourceFile> standard_headers_of_host();

}  // namespace warpledger
