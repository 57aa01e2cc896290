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

/// from, from + step, ... or from, from * times, ... up to and including `to`.
struct Range {
  Expression from, to;
  std::optional<Expression> step, times;  ///< exactly one is set
  Place place;
};

/// A loop of the grid. Its expressions may use only device facts.
struct Axis {
  std::string name;
  Place place;
  std::vector<std::size_t> slots;             ///< names it sets: one, or several that change together
  std::vector<std::vector<Expression>> rows;  ///< one row of slots.size() expressions per value
  std::optional<Range> range;                 ///< used instead of rows
  std::optional<FilePattern> unmatched;       ///< a pattern that matches no file; there are no rows
  bool is_default = false;                    ///< set by neither the file nor the command line
};

/// A value of the kernel axis and the loops directly inside it.
struct KernelChoice {
  KernelIndex kernel;
  Place place;
  std::vector<Axis> axes;
  std::vector<Derivation> derivations;  ///< derived values and defaults that no axis sets, in evaluation order
  std::vector<Expression> where;        ///< filters of the experiment; a point is skipped unless all hold
};

/// Nested loops: `outer`, outermost first, the kernels, then `inner`. Sets blocks (n, 0 for one per SM, -k for k per
/// SM) and either warps or threads.
struct Grid {
  Place place;
  std::vector<Axis> outer;
  std::vector<KernelChoice> kernels;
  std::vector<Axis> inner;
};

/// True if one of the axes sets the name in `slot`.
bool sets(const std::vector<Axis>& axes, std::size_t slot);

/// Reads a `grid`. Defaults: every kernel, one block per SM, 4 warps. Adds new names to `symbols`, and files to their
/// parameters; leaves derivations and filters empty. Collects errors, and keeps every axis and kernel choice by name.
Grid read_grid(const Reader& grid, Families& families, const ResultNames& taken, Symbols& symbols);

/// Kernel of a choice whose name is unknown.
inline constexpr KernelIndex kNoKernel{0, static_cast<std::size_t>(-1)};

/// Returns the slot of a parameter, or of a name that is new in `symbols`. Collects an error at `key` if the name is
/// built in, in `taken`, or a work count of a family in `set_for`.
std::size_t slot_to_set(const Reader& key, const Families& families, std::span<const Family> set_for,
                        const ResultNames& taken, Symbols& symbols);

}  // namespace warpledger
