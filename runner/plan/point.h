#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "model/device.h"
#include "spec/experiment.h"

namespace warpledger {

/// All values of a grid point, by slot of Experiment::symbols; NaN is "not stated" or "not set yet".
using Values = std::vector<double>;

/// Values with the device's facts and nothing else.
Values device_values(const Experiment& experiment, const Device& device);

/// Completes `values`, whose axes are set: launch geometry, derived names, defaults. Throws Error at the expression
/// that cannot be evaluated or that gives a value its parameter does not allow.
void complete(const Experiment& experiment, const KernelChoice& choice, Values& values);

/// The filter that leaves the point out, or null.
const Expression* refusing_filter(const Experiment& experiment, const KernelChoice& choice, const Values& values);

/// "norm_group d_l=32 grp_size=8 n_l=147456 blocks=128 warps=4": the kernel and its parameters, sorted by name, those
/// with their default value left out, then the launch.
std::string identity(const Experiment& experiment, const KernelChoice& choice, const Values& values);

}  // namespace warpledger
