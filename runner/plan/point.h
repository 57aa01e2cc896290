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

/// All values of a grid point, by slot of Experiment::symbols; NaN is "not stated", "not set yet" or, of a name of
/// other families, "not of this point".
using Values = std::vector<double>;

/// Values with the device's facts and nothing else.
Values device_values(const Experiment& experiment, const Device& device);

/// Completes `values`, whose axes are set: launch geometry, derived names, defaults. Throws Error at the expression
/// that cannot be evaluated or that gives a value its parameter does not allow.
void complete(const Experiment& experiment, const KernelChoice& choice, Values& values);

/// A value of a name as people write it: "32", "f16".
std::string text_of(const Experiment& experiment, std::size_t slot, double value);

/// The filter that leaves the point out, or null.
const Expression* refusing_filter(const Experiment& experiment, const KernelChoice& choice, const Values& values);

/// "norm_group<32,8>": the kernel's name, with the template arguments of its timed launch when it has one only.
std::string resolve_instance(const Family& family, const Kernel& kernel, const Values& values);

/// Everything of a job but its ordinal, its key and its identity. Quantities are those of `stated` names; parameters
/// that are not `used` count as axes.
Job resolve_job(const Experiment& experiment, const KernelChoice& choice, const Values& values,
                const std::vector<bool>& used, const std::vector<bool>& stated);

/// Grid and block of the first timed launch; nothing of a library program, whose launches are not known.
std::optional<std::pair<Extent, Extent>> resolve_geometry(const Experiment& experiment, const KernelChoice& choice,
                                                          const Values& values);

/// Evaluates every expression that resolve_job evaluates, and builds nothing: adds to `errors` what resolve_job would
/// throw, of each expression.
void check_job(const Experiment& experiment, const KernelChoice& choice, const Values& values, ErrorList& errors);

}  // namespace warpledger
