#pragma once

#include <map>
#include <string>
#include <vector>

#include "plan/point.h"
#include "spec/experiment.h"

namespace warpledger {

/// Device-dependent values as written, by slot: "1024*sms", "1/SM".
using DeviceTexts = std::map<std::size_t, std::string>;

/// By slot of Experiment::symbols, for the points of one kernel.
struct PointNames {
  std::vector<bool> used;    ///< see used_names()
  std::vector<bool> stated;  ///< have a value: used, or derived from such names and device facts
};

PointNames names_of(const Experiment& experiment, const KernelChoice& choice);

/// Returns the names that the kernel or its filters use.
std::vector<bool> looped_names(const Experiment& experiment, const KernelChoice& choice);

struct Identity {
  /// "norm_group d_l=32 grp_size=8 n_l=147456 blocks=1/SM warps=4": the kernel, its non-default parameters by name,
  /// then the launch if the kernel uses the experiment's. Expressions over device facts appear as text without blanks,
  /// with the axes that they read.
  std::string text;
  /// "n_l=147456": values of parameters that `text` shows as expressions
  std::string resolved;
};

Identity identity_of(const Experiment& experiment, const KernelChoice& choice, const PointNames& names,
                     const Values& values, const DeviceTexts& texts);

/// Blanks separate the words of an identity.
std::string without_blanks(const std::string& expression);

}  // namespace warpledger
