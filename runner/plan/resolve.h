#pragma once

#include <string>
#include <vector>

#include "model/job.h"
#include "plan/point.h"
#include "spec/experiment.h"

namespace warpledger {

/// "norm_group<32,8>": the function of the kernel's first timed launch, as a C++ name expression.
std::string resolve_instance(const Kernel& kernel, const Values& values);

/// Everything of a job but its ordinal and its key.
Job resolve_job(const Experiment& experiment, const KernelChoice& choice, const Values& values);

/// Evaluates every expression that resolve_job evaluates, and builds nothing: throws what resolve_job would throw.
void check_job(const Experiment& experiment, const KernelChoice& choice, const Values& values);

}  // namespace warpledger
