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

/// Values of a point by slot of Experiment::symbols. NaN means unset, or not used by this point's family.
using Values = std::vector<double>;

/// Returns Values with only the device facts set.
Values device_values(const Experiment& experiment, const Device& device);

/// Computes launch geometry, derived names and defaults from the axes in `values`. Throws Error at an expression that
/// fails or gives a value that its parameter does not allow.
void complete(const Experiment& experiment, const KernelChoice& choice, Values& values);

/// Returns a value as its name's type shows it: "32", "f16".
std::string text_of(const Experiment& experiment, std::size_t slot, double value);

/// Returns the filter that rejects the point, or null.
const Expression* refusing_filter(const Experiment& experiment, const KernelChoice& choice, const Values& values);

/// Returns the kernel's name, with template arguments if it has exactly one timed launch: "norm_group<32,8>".
std::string resolve_instance(const Family& family, const Kernel& kernel, const Values& values);

/// Resolves a job except its ordinal, key and identity. Quantities are those of `stated` names; parameters that are not
/// `used` count as axes.
Job resolve_job(const Experiment& experiment, const KernelChoice& choice, const Values& values,
                const std::vector<bool>& used, const std::vector<bool>& stated);

/// Returns grid and block of the first timed launch, or nullopt for a library program, whose launches are unknown.
std::optional<std::pair<Extent, Extent>> resolve_geometry(const Experiment& experiment, const KernelChoice& choice,
                                                          const Values& values);

/// Evaluates what resolve_job() evaluates, without building a job, and collects all errors.
void check_job(const Experiment& experiment, const KernelChoice& choice, const Values& values, ErrorList& errors);

}  // namespace warpledger
