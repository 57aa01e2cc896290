#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "base/error.h"
#include "spec/derivation.h"
#include "spec/expression.h"

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

}  // namespace warpledger
