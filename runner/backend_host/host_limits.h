#pragma once

#include <functional>
#include <string>

#include "exec/backend.h"
#include "model/job.h"

namespace warpledger {

/// How a program ends that the host's compiler refused: as `refused`, or, where a GPU may take it, as
/// PointFailure{invalid_point} with what the host backend does not know and the line of the author that needs it.
///
/// `compile_for_gpu` decides: what it takes, the host does not know; what it refuses with PointFailure is wrong. Where
/// it throws Error, because there is no toolkit, the messages decide: names that are CUDA's, headers that are in no
/// file of the program, and PTX are limits of the host.
PointFailure explained_refusal(const PointFailure& refused, const Program& program,
                               const std::function<void()>& compile_for_gpu);

}  // namespace warpledger
