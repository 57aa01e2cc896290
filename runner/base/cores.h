#pragma once

#include <cstddef>

namespace warpledger {

/// Number of cores that the calling thread and its children may use (batch systems, containers, taskset); at least 1.
std::size_t usable_cores();

/// Restricts the calling thread and its future children to part `index` (from 0) of `count` equal parts of its cores.
/// If there are too few, parts share a core. Failures are ignored, because they only cost time.
void keep_to_share_of_cores(std::size_t index, std::size_t count);

}  // namespace warpledger
