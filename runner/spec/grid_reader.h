#pragma once

#include "spec/family.h"
#include "spec/grid.h"
#include "spec/reader.h"

namespace warpledger {

/// The `grid` of an experiment file on `family`, with what it leaves out: every kernel, one block per SM, 4 warps.
/// Names that are new are added to `symbols`. Derivations are left empty.
Grid read_grid(const Reader& grid, const Family& family, Symbols& symbols);

/// The index of a kernel of `family`; throws Error at `place` with the nearest name.
std::size_t find_kernel(const Family& family, const std::string& name, const Place& place);

}  // namespace warpledger
