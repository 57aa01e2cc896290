#pragma once

#include <functional>
#include <string>

#include "exec/backend.h"
#include "model/job.h"

namespace warpledger {

/// Explains a rejection by the host's compiler: returns `refused`, or PointFailure{invalid_point} with the unsupported
/// feature and its source line if a GPU may accept the program.
///
/// `compile_for_gpu` decides: what it accepts is a limit of the host; what it rejects by PointFailure is incorrect. If
/// it throws Error, because the toolkit is missing, the messages decide: CUDA names, headers that the program does not
/// have and PTX are limits of the host.
PointFailure explained_refusal(const PointFailure& refused, const Program& program,
                               const std::function<void()>& compile_for_gpu);

}  // namespace warpledger
