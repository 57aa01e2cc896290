#pragma once

#include <span>
#include <string>

#include "model/device.h"
#include "store/stored_run.h"

namespace warpledger {

/// The id of the device, "host:h200", that stands for the GPU which `run` was on: for a run on the host its own, else
/// that of the profile with the GPU's name. Throws Error when there is none among `devices`.
std::string model_device(const StoredRun& run, std::span<const Device> devices);

/// The run's plan was made with the facts of its device: throws Error when `profile` differs in one that both know and
/// that the memory model uses.
void refuse_another_gpu(const StoredRun& run, const Device& profile);

}  // namespace warpledger
