#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "model/job.h"
#include "spec/families.h"
#include "spec/grid.h"

namespace warpledger {

/// Changes to an experiment from the command line.
struct Overrides {
  std::vector<std::string> set;         ///< "warps=4", "d_l=4,8", "measure.cache=cold"
  std::vector<std::string> positional;  ///< values for the experiment's `arguments`, in order
};

struct PositionalArgument {
  std::string axis;
  std::optional<double> keep_when;  ///< this value leaves the axis unchanged
};

/// Replaces axes of `grid` and fields of `measure`, each at most once. Returns the names that were set and their
/// places. Throws Error with all problems, each at its argument.
std::map<std::string, Place> apply_overrides(const Overrides& overrides,
                                             const std::vector<PositionalArgument>& arguments, Families& families,
                                             Grid& grid, Measure& measure);

/// Returns the distinct names of all axes, including `kernel`.
std::vector<std::string> axis_names(const Grid& grid);

}  // namespace warpledger
