#pragma once

#include <string>
#include <vector>

#include "spec/families.h"
#include "spec/grid.h"
#include "spec/reader.h"

namespace warpledger {

// What cannot be graded. Each throws Error, or keeps one, at what the reader reads.

/// A grading checks submissions on secret inputs: those of `family` must not all be known beforehand.
void refuse_known_inputs(const Reader& grading, const Family& family);

/// What a submission does behind the clock would cost it nothing.
void refuse_launches_after(const Reader& submission, const Family& family, const std::vector<std::string>& kernels);

/// Kernels that no point of the grid runs.
void refuse_outside_grid(const Reader& submission, const Families& families, const Grid& grid);

}  // namespace warpledger
