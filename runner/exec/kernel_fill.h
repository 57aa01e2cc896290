#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "exec/backend.h"
#include "exec/guarded_buffer.h"
#include "model/job.h"

namespace warpledger {

/// What the kernel of a buffer's fill (BufferSpec::maker, compiled as `module`) makes of `seed` in `made`, which is as
/// large as the buffer: the first content, which from then on is known on the host, as of every other fill.
///
/// The kernel is launched twice, on other bytes each time: one that leaves elements as they were, or makes others of
/// the same seed, is refused, because a content that is made again later must be the same. Throws PointFailure with a
/// reason that begins "its fill: ".
std::vector<std::byte> filled_by_kernel(const BufferSpec& buffer, std::uint64_t seed, const Module& module,
                                        GuardedBuffer& made, Backend& backend);

}  // namespace warpledger
