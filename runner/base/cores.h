#pragma once

#include <cstddef>

namespace warpledger {

/// Number of cores that the calling thread and its children may use, at least 1. Batch systems, containers and taskset
/// limit it.
std::size_t usable_cores();

/// Restricts the calling thread, and what it starts from now on, to part `index` (from 0) of `count` equal parts of its
/// cores. With fewer cores than parts, some parts share a core. Ignores failures, which only cost time.
void keep_to_share_of_cores(std::size_t index, std::size_t count);

}  // namespace warpledger
