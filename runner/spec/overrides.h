#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "model/job.h"
#include "spec/families.h"
#include "spec/grid.h"

namespace warpledger {

/// What the command line changes of an experiment.
struct Overrides {
  std::vector<std::string> set;         ///< "warps=4", "d_l=4,8", "measure.cache=cold"
  std::vector<std::string> positional;  ///< values of the experiment's `arguments`, in their order
};

/// A positional argument that an experiment takes.
struct PositionalArgument {
  std::string axis;
  std::optional<double> keep_when;  ///< this value leaves the axis as the file has it
};

/// Replaces axes of `grid`, whose files are added to their parameters, and fields of `measure`, each once at most.
/// Returns what was set by name, with its place. Throws Error of all that is wrong, each at the argument that is.
std::map<std::string, Place> apply_overrides(const Overrides& overrides,
                                             const std::vector<PositionalArgument>& arguments, Families& families,
                                             Grid& grid, Measure& measure);

/// Names of all axes of `grid`, `kernel` among them, each once.
std::vector<std::string> axis_names(const Grid& grid);

}  // namespace warpledger
