#pragma once

#include <string>
#include <vector>

#include "spec/families.h"
#include "spec/grid.h"
#include "spec/reader.h"

namespace warpledger {

// Reject what cannot be graded. Each throws or collects Error at the node that it reads.

/// Rejects families whose answers a submission could contain: expected outputs in files, or inputs from files and none
/// at random.
void refuse_known_inputs(const Reader& grading, const Family& family);

/// Work in an untimed launch `after` would cost a submission nothing.
void refuse_launches_after(const Reader& submission, const Family& family, const std::vector<std::string>& kernels);

/// Rejects kernels that no point of the grid runs.
void refuse_outside_grid(const Reader& submission, const Families& families, const Grid& grid);

}  // namespace warpledger
