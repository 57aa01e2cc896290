#pragma once

#include <optional>
#include <string>
#include <vector>

#include "backend_host/grid_runner.h"
#include "backend_host/host_memory.h"
#include "backend_host/profile.h"
#include "l1_model/quantities.h"

namespace warpledger {

struct LaunchModel {
  SmCounts counts;  ///< sum over the traced SMs
  Sampling sampling;
  int sampled_sms = 0;
  std::optional<std::uint64_t> instructions;  ///< of the traced SMs' warps
  std::string no_instructions;                ///< why `instructions` is absent
  bool silent_loop = false;                   ///< `instructions` may be too low: see InstructionCounter
  bool only_global = false;                   ///< only global memory fitted: see InstructionCount
};

/// Traces blocks of `launch`, of a traced module, as on the SMs of `profile`'s GPU: on all SMs if that is cheap, else
/// on some. Only traced blocks affect memory. Throws as BlockTracer::trace(), and Error if the profile has no memory
/// model.
LaunchModel model_launch(const GridLaunch& launch, const std::vector<AddressRange>& global, const Profile& profile,
                         const HostModule& plain, const std::string& function);

}  // namespace warpledger
