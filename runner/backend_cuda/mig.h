#pragma once

#include <span>
#include <string>
#include <vector>

#include "model/device.h"

namespace warpledger {

struct ListedGpu {
  Device gpu;
  bool is_divided = false;     ///< MIG is on
  std::vector<Device> slices;  ///< usable by this process
};

/// Returns the usable devices among `gpus`: slices and undivided GPUs. A divided GPU without slices is listed as
/// unusable. `visible` is the value of CUDA_VISIBLE_DEVICES or null: UUIDs or their prefixes, ignored from the first
/// unknown one. Empty if no GPU is divided, or if `visible` has numbers, whose order is CUDA's own.
std::vector<Device> devices_among(std::span<const ListedGpu> gpus, const char* visible);

/// Returns the devices of this machine, with NVML's facts and order. Empty without NVML or if no GPU is divided. Each
/// device needs its own process, because CUDA shows a process at most one slice, and then no other GPU. Does not
/// initialize CUDA.
std::vector<Device> mig_devices();

/// Returns the CUDA_VISIBLE_DEVICES that shows only the GPU with that number, given its current value `visible` (or
/// null). Empty if a GPU is divided or the number does not exist.
std::string visible_alone(std::span<const ListedGpu> gpus, const char* visible, int number);

/// Restricts CUDA in this process to one device, which becomes number 0. Call before CUDA is initialized, which takes
/// 0.2 s less for one GPU than for two (H200). Returns false if that is impossible.
bool show_alone(int number);
void show_alone(const std::string& uuid);

}  // namespace warpledger
