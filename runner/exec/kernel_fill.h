#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "exec/backend.h"
#include "exec/guarded_buffer.h"
#include "model/job.h"

namespace warpledger {

/// Generates the first content of a buffer with its fill kernel (BufferSpec::maker, compiled as `module`) and `seed`.
/// `made` is as large as the buffer.
///
/// Launches the kernel twice, on different bytes, and rejects it if the results differ: it must write every element,
/// and the same content again for the same seed. Throws PointFailure with a reason that starts with "its fill: ".
std::vector<std::byte> filled_by_kernel(const BufferSpec& buffer, std::uint64_t seed, const Module& module,
                                        GuardedBuffer& made, Backend& backend);

}  // namespace warpledger
