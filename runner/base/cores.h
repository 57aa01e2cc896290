#pragma once

#include <cstddef>

namespace warpledger {

/// How many of the machine's cores the calling thread may use, at least 1: fewer than there are in a batch job, in a
/// container or under taskset. Threads and processes that it starts may use the same.
std::size_t usable_cores();

/// Leaves to the calling thread, and to all that it starts from now on, the part `index`, from 0, of its cores in
/// `count` equal parts. Where there are fewer cores than parts, some share one. Does nothing where the system refuses:
/// the work is then slower and no less right.
void keep_to_share_of_cores(std::size_t index, std::size_t count);

}  // namespace warpledger
