#pragma once

#include "spec/family.h"
#include "spec/grid.h"
#include "spec/reader.h"

namespace warpledger {

/// The `grid` of an experiment file on `family`, with what it leaves out: every kernel, one block per SM, 4 warps.
/// Names that are new are added to `symbols`; none may be in `taken`. Derivations are left empty. What is wrong is
/// kept; the grid then still has every axis and every choice of a kernel, by name.
Grid read_grid(const Reader& grid, const Family& family, const ResultNames& taken, Symbols& symbols);

/// The kernel of a choice that names none of the family's.
inline constexpr std::size_t kNoKernel = static_cast<std::size_t>(-1);

/// Adds the name of an axis or a derived value to `symbols`; keeps an error at `key` when it has a meaning already.
std::size_t add_quantity(const Reader& key, const Family& family, const ResultNames& taken, Symbols& symbols);

/// The index of a kernel of `family`; throws Error at `place` with the nearest name.
std::size_t find_kernel(const Family& family, const std::string& name, const Place& place);

}  // namespace warpledger
