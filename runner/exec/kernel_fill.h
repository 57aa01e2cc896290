#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "exec/backend.h"
#include "exec/guarded_buffer.h"
#include "model/job.h"

namespace warpledger {

/// Generates the first content of a buffer with its fill kernel (BufferSpec::maker, compiled as `module`), in `made`.
///
/// Launches the kernel twice, on different bytes: it must write every element, and the same content for the same seed.
/// Throws PointFailure with a reason that starts with "its fill: ".
std::vector<std::byte> filled_by_kernel(const BufferSpec& buffer, std::uint64_t seed, const Module& module,
                                        GuardedBuffer& made, Backend& backend);

}  // namespace warpledger
