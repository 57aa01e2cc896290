#pragma once

#include <optional>
#include <string>
#include <vector>

#include "backend_host/grid_runner.h"
#include "backend_host/host_memory.h"
#include "backend_host/profile.h"
#include "l1_model/quantities.h"

namespace warpledger {

/// What the memory model says of one launch.
struct LaunchModel {
  SmCounts counts;  ///< summed over the traced SMs
  Sampling sampling;
  int sampled_sms = 0;
  std::optional<std::uint64_t> instructions;  ///< of the traced SMs' warps
  std::string no_instructions;                ///< why `instructions` is absent
  bool silent_loop = false;                   ///< `instructions` may be too low: see InstructionCounter
  bool only_global = false;                   ///< no more than global memory fitted: see InstructionCount
};

/// Traces blocks of `launch`, which is of a traced module, as the SMs of `profile`'s GPU would run them: all SMs when
/// that is cheap, else some. `registers`: of a thread, if known. The launch's effects on memory are those of the traced
/// blocks alone. Throws what BlockTracer::trace() throws, and Error when the profile has no memory model.
LaunchModel model_launch(const GridLaunch& launch, const std::vector<AddressRange>& global, const Profile& profile,
                         const HostModule& plain, const std::string& function);

}  // namespace warpledger
