#pragma once

#include <map>
#include <string>
#include <vector>

#include "plan/point.h"
#include "spec/experiment.h"

namespace warpledger {

/// Device-dependent values as the author wrote them, by slot: "1024*sms", "1/SM".
using DeviceTexts = std::map<std::size_t, std::string>;

/// Names that matter for the points of a kernel, by slot of Experiment::symbols.
struct PointNames {
  std::vector<bool> used;    ///< see used_names()
  std::vector<bool> stated;  ///< have a value for these points: used, or derived from stated names and device facts
};

PointNames names_of(const Experiment& experiment, const KernelChoice& choice);

/// Returns the names that create distinct points of a kernel: those that it or its filters use.
std::vector<bool> looped_names(const Experiment& experiment, const KernelChoice& choice);

/// Device-independent description of a point.
struct Identity {
  /// "norm_group d_l=32 grp_size=8 n_l=147456 blocks=1/SM warps=4": the kernel, its non-default parameters sorted by
  /// name, then the launch if the kernel uses the experiment's. An expression over device facts appears as its text
  /// without blanks, with the axes that it reads.
  std::string text;
  /// "n_l=147456": values of the parameters that `text` shows as expressions
  std::string resolved;
};

Identity identity_of(const Experiment& experiment, const KernelChoice& choice, const PointNames& names,
                     const Values& values, const DeviceTexts& texts);

/// Removes the blanks, which separate words of an identity.
std::string without_blanks(const std::string& expression);

}  // namespace warpledger
