#include "backend_cuda/mig.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <string_view>

#include "backend_cuda/nvml_library.h"
#include "base/error.h"
#include "base/split.h"
#include "base/text.h"
#include "model/device_name.h"

namespace warpledger {
namespace {

constexpr const char* kVisible = "CUDA_VISIBLE_DEVICES";

// From NVML's documentation; nvml.h is not needed.
constexpr unsigned int kMigOn = 1;

struct Attributes {
  unsigned int multiprocessors = 0;
  std::array<unsigned int, 5> shared_engines{};
  unsigned int gpu_instance_slices = 0;
  unsigned int compute_instance_slices = 0;
  unsigned long long memory_mib = 0;
};
static_assert(sizeof(Attributes) == 40, "the driver's own layout");

using GetCount = int(unsigned int*);
using GetHandleByIndex = int(unsigned int, void**);
using GetText = int(void*, char*, unsigned int);
using GetMigMode = int(void*, unsigned int*, unsigned int*);
using GetNumberOfDevice = int(void*, unsigned int*);
using GetMigDevice = int(void*, unsigned int, void**);
using GetAttributes = int(void*, Attributes*);

std::string text_of(const NvmlLibrary& nvml, const char* name, void* device) {
  std::array<char, 128> text{};
  auto* const get = nvml.function<GetText>(name);
  if (get == nullptr || get(device, text.data(), text.size() - 1) != kNvmlSuccess) return {};
  return text.data();
}

Device device_of(const NvmlLibrary& nvml, void* handle) {
  Device device;
  device.backend = "cuda";
  device.uuid = text_of(nvml, "nvmlDeviceGetUUID", handle);
  device.id = short_uuid(device.uuid);
  device.name = text_of(nvml, "nvmlDeviceGetName", handle);
  return device;
}

/// Without a UUID it was destroyed meanwhile, and cannot be opened.
bool has_no_name(const Device& device) { return device.uuid.empty(); }

/// NVML and CUDA name a slice "NVIDIA H100 80GB HBM3 MIG 1g.10gb"; older NVML only "MIG 1g.10gb".
Device slice_of(const NvmlLibrary& nvml, void* handle, const Device& gpu) {
  Device slice = device_of(nvml, handle);
  if (slice.name.empty()) slice.name = "MIG";
  if (!slice.name.starts_with(gpu.name)) slice.name = gpu.name + " " + slice.name;
  Attributes attributes;
  auto* const get = nvml.function<GetAttributes>("nvmlDeviceGetAttributes_v2");
  if (get == nullptr || get(handle, &attributes) != kNvmlSuccess) return slice;
  slice.facts["sm_count"] = attributes.multiprocessors;
  slice.facts["global_memory_bytes"] = static_cast<std::int64_t>(attributes.memory_mib) << 20;
  return slice;
}

bool is_divided(const NvmlLibrary& nvml, void* gpu) {
  auto* const get = nvml.function<GetMigMode>("nvmlDeviceGetMigMode");
  unsigned int current = 0;
  unsigned int pending = 0;
  return get != nullptr && get(gpu, &current, &pending) == kNvmlSuccess && current == kMigOn;
}

/// Indices have gaps for slices that were destroyed or belong to others.
std::vector<Device> slices_of(const NvmlLibrary& nvml, void* handle, const Device& gpu) {
  auto* const get_most = nvml.function<GetNumberOfDevice>("nvmlDeviceGetMaxMigDeviceCount");
  auto* const get_slice = nvml.function<GetMigDevice>("nvmlDeviceGetMigDeviceHandleByIndex");
  unsigned int most = 0;
  if (get_most == nullptr || get_slice == nullptr || get_most(handle, &most) != kNvmlSuccess) return {};
  std::vector<Device> slices;
  for (unsigned int index = 0; index < most; ++index) {
    void* slice = nullptr;
    if (get_slice(handle, index, &slice) == kNvmlSuccess) slices.push_back(slice_of(nvml, slice, gpu));
  }
  std::erase_if(slices, has_no_name);
  return slices;
}

std::vector<ListedGpu> listed_gpus(const NvmlLibrary& nvml) {
  auto* const get_count = nvml.function<GetCount>("nvmlDeviceGetCount_v2");
  auto* const get_handle = nvml.function<GetHandleByIndex>("nvmlDeviceGetHandleByIndex_v2");
  unsigned int count = 0;
  if (get_count == nullptr || get_handle == nullptr || get_count(&count) != kNvmlSuccess) return {};
  std::vector<ListedGpu> gpus;
  for (unsigned int index = 0; index < count; ++index) {
    void* handle = nullptr;
    if (get_handle(index, &handle) != kNvmlSuccess) continue;  // fell off its bus, or is another user's
    ListedGpu listed{device_of(nvml, handle), is_divided(nvml, handle), {}};
    if (has_no_name(listed.gpu)) continue;
    if (listed.is_divided) listed.slices = slices_of(nvml, handle, listed.gpu);
    gpus.push_back(std::move(listed));
  }
  return gpus;
}

std::vector<Device> parts_of(const ListedGpu& listed) {
  if (!listed.is_divided) return {listed.gpu};
  if (!listed.slices.empty()) return listed.slices;
  Device useless = listed.gpu;
  useless.environment[kUnusable] = "MIG is on, and there is no instance of it that this process may use";
  return {useless};
}

/// Returns the parts of the one GPU that matches a UUID or its prefix; empty if none or several match.
std::vector<Device> meant_by(const std::string& uuid, std::span<const ListedGpu> gpus) {
  std::vector<Device> meant;
  const auto is_meant = [&](const Device& device) { return lower_case(device.uuid).starts_with(lower_case(uuid)); };
  int matches = 0;
  for (const ListedGpu& listed : gpus) {
    if (is_meant(listed.gpu) && ++matches == 1) meant = parts_of(listed);
    for (const Device& slice : listed.slices)
      if (is_meant(slice) && ++matches == 1) meant = {slice};
  }
  return matches == 1 ? meant : std::vector<Device>{};
}

bool is_number(std::string_view text) {
  return text.find_first_not_of("0123456789-") == std::string_view::npos;  // -1 ends CUDA's list
}

}  // namespace

std::vector<Device> devices_among(std::span<const ListedGpu> gpus, const char* visible) {
  bool any_divided = false;
  for (const ListedGpu& listed : gpus) any_divided |= listed.is_divided;
  if (!any_divided) return {};
  std::vector<Device> devices;
  const auto add = [&](const std::vector<Device>& parts) {
    for (const Device& part : parts)
      if (std::ranges::count(devices, part.uuid, &Device::uuid) == 0) devices.push_back(part);
  };
  if (visible == nullptr) {
    for (const ListedGpu& listed : gpus) add(parts_of(listed));
    return devices;
  }
  for (const std::string& entry : split(visible, ',')) {
    const std::string uuid(trim(entry));
    if (is_number(uuid)) return {};
    const std::vector<Device> meant = meant_by(uuid, gpus);
    if (meant.empty()) break;
    add(meant);
  }
  return devices;
}

std::vector<Device> mig_devices() {
  try {
    return devices_among(listed_gpus(NvmlLibrary()), std::getenv(kVisible));
  } catch (const Error&) {
    return {};  // no driver or no utilities: `doctor` reports which
  }
}

std::string visible_alone(std::span<const ListedGpu> gpus, const char* visible, int number) {
  if (number < 0 || std::ranges::any_of(gpus, &ListedGpu::is_divided)) return {};
  const auto place = static_cast<std::size_t>(number);
  if (visible == nullptr) return place < gpus.size() ? std::to_string(number) : "";
  const std::vector<std::string> entries = split(visible, ',');
  return place < entries.size() ? std::string(trim(entries[place])) : "";
}

bool show_alone(int number) {
  try {
    const std::string alone = visible_alone(listed_gpus(NvmlLibrary()), std::getenv(kVisible), number);
    if (!alone.empty()) show_alone(alone);
    return !alone.empty();
  } catch (const Error&) {
    return false;
  }
}

void show_alone(const std::string& uuid) { setenv(kVisible, uuid.c_str(), 1); }

}  // namespace warpledger
