#pragma once

#include <cstdint>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "backend_host/host_memory.h"
#include "backend_host/launch_model.h"
#include "backend_host/profile.h"
#include "base/error.h"
#include "exec/backend.h"
#include "model/program.h"

namespace warpledger {

// Protocol between a worker and the process of its kernels. Requests have a "verb":
//   load    {shared_object, functions, profile, memories}, first of all
//   set_up  {constants}
//   run     {launch, words}
//   model   {traced, gpu_code, constants, prepare, launches, number}
// Answers are {"done"}, {"model"} or a failure: {"outcome", "reason"} or {"problem", "hint"}. Untrusted code may have
// sent them.

struct NamedMemory {
  const HostMemory* memory = nullptr;
  std::uint64_t gpu_address = 0;
};

nlohmann::json bytes_message(std::string_view bytes);
std::string bytes_from(const nlohmann::json& message);

nlohmann::json message_of(const Profile& profile);
/// Sets only the fields that limits and model use.
Profile profile_from(const nlohmann::json& message);

nlohmann::json message_of(const Cubin& cubin);
Cubin cubin_from(const nlohmann::json& message);

nlohmann::json message_of(const Constant& constant);
Constant constant_from(const nlohmann::json& message);

/// `memories` must include all memories of the launch.
nlohmann::json message_of(const BoundLaunch& launch, std::span<const NamedMemory> memories);
BoundLaunch launch_from(const nlohmann::json& message, const Module& program,
                        const std::vector<std::unique_ptr<HostMemory>>& memories);

nlohmann::json message_of(const LaunchModel& model);
/// Throws MalformedMessage if no launch of `blocks` blocks on `sm_count` SMs can have such a model.
LaunchModel launch_model_from(const nlohmann::json& message, std::uint64_t blocks, std::uint32_t sm_count);

nlohmann::json message_of(const PointFailure& end);
nlohmann::json message_of(const Error& error);
/// Throws the failure in `answer`, if any; MalformedMessage if kernels cannot have that failure.
void throw_failure(const nlohmann::json& answer);

}  // namespace warpledger
