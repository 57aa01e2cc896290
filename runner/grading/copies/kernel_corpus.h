#pragma once

#include <vector>

#include "grading/copies/near_copies.h"

namespace warpledger {

/// Returns this repository's kernels as if each had a different author, named "family/kernel" and sorted. Several
/// kernels of a family derive from one another.
std::vector<ComparedCode> shipped_kernels();

/// Returns 60 kernels without those that differ from another one in a line or two.
std::vector<ComparedCode> distinct_kernels();

}  // namespace warpledger
