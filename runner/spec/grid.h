#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "base/error.h"
#include "spec/expression.h"
#include "spec/family.h"
#include "spec/reader.h"

namespace warpledger {

/// from, from + step, ... or from, from * times, ... up to `to`, which is included when it is met.
struct Range {
  Expression from, to;
  std::optional<Expression> step, times;  ///< exactly one is there
  Place place;
};

/// A loop of the grid. Its expressions use device facts only.
struct Axis {
  std::string name;
  Place place;
  std::vector<std::size_t> slots;             ///< the names it sets: one, or several that move together
  std::vector<std::vector<Expression>> rows;  ///< one row of slots.size() expressions per value
  std::optional<Range> range;                 ///< instead of rows
};

/// A value of the kernel axis with the loops right inside it.
struct KernelChoice {
  std::size_t kernel = 0;  ///< index in Family::kernels
  Place place;
  std::vector<Axis> axes;
  std::vector<Derivation> derivations;  ///< all that no axis sets, derived names and defaults, in evaluation order
};

/// Nested loops, the first one outermost: `outer`, then the kernels, then `inner`. Always sets blocks (as written: n,
/// 0 for one per SM, -k for k per SM) and either warps or threads.
struct Grid {
  Place place;
  std::vector<Axis> outer;
  std::vector<KernelChoice> kernels;
  std::vector<Axis> inner;
};

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
