#pragma once

#include <vector>

#include "grading/copies/near_copies.h"

namespace warpledger {

/// Returns this repository's kernels, named "family/kernel" and sorted, as if each had a different author.
std::vector<ComparedCode> shipped_kernels();

/// Returns 60 kernels that differ from each other in more than a line or two.
std::vector<ComparedCode> distinct_kernels();

}  // namespace warpledger
