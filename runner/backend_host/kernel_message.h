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

// What a worker and the process of its kernels say to each other. From the worker, each a message with its "verb":
//   load    {shared_object, functions, profile, memories}, first of all
//   set_up  {constants}
//   run     {launch, words}
//   model   {traced, gpu_code, constants, prepare, launches, number}
// An answer is {"done"}, {"model"}, or how it failed: {"outcome", "reason"} or {"problem", "hint"}. Untrusted code may
// have sent it.

/// A memory that a program's launches name, and where the GPU would have it.
struct NamedMemory {
  const HostMemory* memory = nullptr;
  std::uint64_t gpu_address = 0;
};

nlohmann::json bytes_message(std::string_view bytes);
std::string bytes_from(const nlohmann::json& message);

nlohmann::json message_of(const Profile& profile);
/// Only what kernels are checked against and modelled with.
Profile profile_from(const nlohmann::json& message);

nlohmann::json message_of(const Cubin& cubin);
Cubin cubin_from(const nlohmann::json& message);

nlohmann::json message_of(const Constant& constant);
Constant constant_from(const nlohmann::json& message);

/// `memories` are all that the launch names.
nlohmann::json message_of(const BoundLaunch& launch, std::span<const NamedMemory> memories);
BoundLaunch launch_from(const nlohmann::json& message, const Module& program,
                        const std::vector<std::unique_ptr<HostMemory>>& memories);

nlohmann::json message_of(const LaunchModel& model);
/// Throws MalformedMessage where no launch of `blocks` blocks on `sm_count` SMs can have such a model.
LaunchModel launch_model_from(const nlohmann::json& message, std::uint64_t blocks, std::uint32_t sm_count);

/// The answer that tells of a failure.
nlohmann::json message_of(const PointFailure& end);
nlohmann::json message_of(const Error& error);
/// Throws what `answer` tells of, if it tells of a failure; MalformedMessage where it is none that kernels have.
void throw_failure(const nlohmann::json& answer);

}  // namespace warpledger
