#pragma once

#include <map>
#include <string>
#include <vector>

#include "plan/point.h"
#include "spec/experiment.h"

namespace warpledger {

/// Values of axes that depend on the device, as the author wrote them, by slot: "1024*sms", "1/SM".
using DeviceTexts = std::map<std::size_t, std::string>;

/// Names of an experiment that count for the points of a kernel, by slot of Experiment::symbols.
struct PointNames {
  std::vector<bool> used;    ///< used_names()
  std::vector<bool> stated;  ///< have a value for these points: used, or made of such names and device facts
};

PointNames names_of(const Experiment& experiment, const KernelChoice& choice);

/// Names whose values a kernel's points are made for: those that it uses and those that its filters look at.
std::vector<bool> looped_names(const Experiment& experiment, const KernelChoice& choice);

/// The identity of a point, in words that are the same on every device.
struct Identity {
  /// "norm_group d_l=32 grp_size=8 n_l=147456 blocks=1/SM warps=4": the kernel, then the parameters that it uses,
  /// sorted by name, without those that have their default, then the launch as far as the kernel uses the experiment's.
  /// A value that is an expression over device facts is its text, without blanks, next to the axes that it is made of.
  std::string text;
  /// "n_l=147456": the numbers of parameters that `text` has as expressions; empty without such.
  std::string resolved;
};

Identity identity_of(const Experiment& experiment, const KernelChoice& choice, const PointNames& names,
                     const Values& values, const DeviceTexts& texts);

/// `expression` without blanks, which separate the words of an identity.
std::string without_blanks(const std::string& expression);

}  // namespace warpledger
