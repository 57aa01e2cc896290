#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/error.h"
#include "spec/expression.h"
#include "spec/families.h"
#include "spec/file_pattern.h"
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
  std::optional<FilePattern> unmatched;       ///< fits no file, so that there are no rows
  bool is_default = false;                    ///< neither the file nor the command line names it
};

/// A value of the kernel axis with the loops right inside it.
struct KernelChoice {
  KernelIndex kernel;
  Place place;
  std::vector<Axis> axes;
  std::vector<Derivation> derivations;  ///< all that no axis sets, derived names and defaults, in evaluation order
  std::vector<Expression> where;        ///< the experiment's; a point is left out unless all hold
};

/// Nested loops, the first one outermost: `outer`, then the kernels, then `inner`. Always sets blocks (as written: n,
/// 0 for one per SM, -k for k per SM) and either warps or threads.
struct Grid {
  Place place;
  std::vector<Axis> outer;
  std::vector<KernelChoice> kernels;
  std::vector<Axis> inner;
};

/// Whether one of the axes sets the name of that slot.
bool sets(const std::vector<Axis>& axes, std::size_t slot);

/// The `grid` of an experiment file on `families`, with what it leaves out: every kernel, one block per SM, 4 warps.
/// Names that are new are added to `symbols`; none may be in `taken`. Files that it names are added to their
/// parameters. Derivations and conditions are left empty. What is wrong is kept; the grid then still has every axis and
/// every choice of a kernel, by name.
Grid read_grid(const Reader& grid, Families& families, const ResultNames& taken, Symbols& symbols);

/// The kernel of a choice that names none of the families'.
inline constexpr KernelIndex kNoKernel{0, static_cast<std::size_t>(-1)};

/// The slot of the name that an axis or a derived value has: a parameter's, or a new one in `symbols`. Keeps an error
/// at `key` when the name means something else already, to those of `families` that it is set for.
std::size_t slot_to_set(const Reader& key, const Families& families, std::span<const Family> set_for,
                        const ResultNames& taken, Symbols& symbols);

}  // namespace warpledger
