#pragma once

#include <span>
#include <string>
#include <vector>

#include "model/device.h"

namespace warpledger {

/// A GPU as NVML lists it.
struct ListedGpu {
  Device gpu;
  bool is_divided = false;     ///< MIG is on: only its slices can be used
  std::vector<Device> slices;  ///< its MIG instances, as far as this process may use them
};

/// What processes can use of `gpus` where at least one is divided: slices, and whole GPUs that are not. A divided GPU
/// without slices is there too, as one that cannot be used. Empty when none is divided. `visible` is the value of
/// CUDA_VISIBLE_DEVICES, null where it is not set: of its UUIDs, or beginnings of them, those that are meant, until one
/// means nothing. Numbers in it are CUDA's own, so that nothing is known of what they mean: the answer is empty.
std::vector<Device> devices_among(std::span<const ListedGpu> gpus, const char* visible);

/// Those of this machine, in NVML's order. CUDA shows a process one slice at most, and no other GPU beside it, so each
/// is opened in a process that sees it alone. Their facts are what NVML tells: SMs and memory of slices. Empty where no
/// GPU is divided, and without NVML. Does not start CUDA.
std::vector<Device> mig_devices();

/// What CUDA_VISIBLE_DEVICES is to be so that CUDA shows the GPU with that number alone, where it is `visible` now, or
/// null. Empty where that is not known: a GPU is divided, or there is no such number.
std::string visible_alone(std::span<const ListedGpu> gpus, const char* visible, int number);

/// Makes the device with that number, or of that UUID, the only one that CUDA shows this process: number 0. CUDA must
/// not have been started. A process that is shown one GPU starts CUDA 0.2 s sooner than one that is shown two (H200):
/// CUDA opens each. False where that cannot be.
bool show_alone(int number);
void show_alone(const std::string& uuid);

}  // namespace warpledger
