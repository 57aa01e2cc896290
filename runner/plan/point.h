#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/error.h"
#include "model/device.h"
#include "model/job.h"
#include "spec/experiment.h"

namespace warpledger {

/// By slot of Experiment::symbols. NaN is unset, or a name of other families.
using Values = std::vector<double>;

/// Only the device's facts are set.
Values device_values(const Experiment& experiment, const Device& device);

/// Computes launch geometry, derived names and defaults from the axes. Throws Error at an expression that fails or
/// gives a value that its parameter does not allow.
void complete(const Experiment& experiment, const KernelChoice& choice, Values& values);

/// Returns "32" or "f16".
std::string text_of(const Experiment& experiment, std::size_t slot, double value);

/// Returns null if no filter rejects the point.
const Expression* refusing_filter(const Experiment& experiment, const KernelChoice& choice, const Values& values);

/// Returns "norm_group<32,8>", or only the name unless there is exactly one timed launch.
std::string resolve_instance(const Family& family, const Kernel& kernel, const Values& values);

/// Resolves a job except ordinal, key and identity. Quantities are those of `stated` names; parameters that are not
/// `used` count as axes.
Job resolve_job(const Experiment& experiment, const KernelChoice& choice, const Values& values,
                const std::vector<bool>& used, const std::vector<bool>& stated);

/// Returns nullopt for a library program, whose launches are unknown.
std::optional<std::pair<Extent, Extent>> resolve_geometry(const Experiment& experiment, const KernelChoice& choice,
                                                          const Values& values);

/// Adds to `errors` all errors of resolve_job(), without building a job.
void check_job(const Experiment& experiment, const KernelChoice& choice, const Values& values, ErrorList& errors);

}  // namespace warpledger
