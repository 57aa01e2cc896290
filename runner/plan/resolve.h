#pragma once

#include <string>
#include <vector>

#include "base/error_list.h"
#include "model/job.h"
#include "plan/point.h"
#include "spec/experiment.h"

namespace warpledger {

/// "norm_group<32,8>": the kernel's name, with the template arguments of its timed launch when it has one only.
std::string resolve_instance(const Kernel& kernel, const Values& values);

/// Everything of a job but its ordinal and its key.
Job resolve_job(const Experiment& experiment, const KernelChoice& choice, const Values& values);

/// Evaluates every expression that resolve_job evaluates, and builds nothing: adds to `errors` what resolve_job would
/// throw, of each expression.
void check_job(const Experiment& experiment, const KernelChoice& choice, const Values& values, ErrorList& errors);

}  // namespace warpledger
