#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "model/device.h"

namespace warpledger {

/// A device as a user names it.
struct DeviceName {
  enum class Kind : std::uint8_t {
    automatic,  ///< "auto": the first GPU, else the host
    index,      ///< "cuda", "cuda:1": CUDA's index of a visible GPU; between processes with its UUID,
                ///< "cuda:1=GPU-3f2a9c1d-0000"
    uuid,       ///< "GPU-3f2a", "MIG-3f2a": a prefix of a UUID
    model,      ///< "h100", "rtx 4090": consecutive words of a GPU's name
    host,       ///< "host", "host:h200", "host:h200:2": the CPU, with a number if it acts as several devices
  } kind = Kind::automatic;
  std::string text;
  int index = 0;                    ///< CUDA's index of the GPU
  std::string uuid;                 ///< set if the index comes with a UUID
  std::string profile = "rtx4090";  ///< GPU whose facts the host uses
  int number = 1;                   ///< of the host device, from 1

  /// True if the name can only refer to a GPU.
  bool is_gpu() const { return kind == Kind::index || kind == Kind::uuid || kind == Kind::model; }
};

inline constexpr const char* kDeviceNameHelp =
    "auto, cuda:N, a UUID or its start, a model (h100, 1g.10gb), host:PROFILE";

/// Throws Error if `text` has none of these forms.
DeviceName parse_device_name(const std::string& text);

/// True if consecutive words of `name` form `model`, ignoring blanks and dashes: "rtx4090", "h100-pcie". Only whole
/// words match: "a100" does not match an A1000.
bool is_of_model(const std::string& name, std::string_view model);

/// Returns the GPU that a name of kind index, uuid or model refers to. Throws Error that lists the candidates if none
/// or several match.
const Device& named_gpu(const DeviceName& name, std::span<const Device> gpus);

/// Returns the devices in a list: names separated by commas, "all" (every GPU) or "all:MODEL". A repeated host counts
/// as a further host device. Throws Error if a name is unknown or ambiguous, or if a GPU is listed twice.
std::vector<Device> listed_devices(const std::string& list, std::span<const Device> devices);

/// True if `text` is for listed_devices() and not for parse_device_name().
bool is_device_list(std::string_view text);

/// Returns why a GPU that is present cannot be used (its environment's kUnusable), or "".
std::string why_unusable(const Device& device);
inline constexpr const char* kUnusable = "unusable";

/// Returns a name that refers only to this device: a GPU's UUID, a host device's id.
const std::string& unique_name(const Device& device);

/// Returns a unique name for a worker. A GPU gets its index and UUID, so that finding either does not start CUDA.
std::string name_for_worker(const Device& device);

/// Returns "host:h200", or from the second host device on "host:h200:2".
std::string host_device_id(const std::string& profile, int number);

/// Returns the part of a UUID that a person can type: "GPU-3f2a9c1d".
std::string short_uuid(const std::string& uuid);

struct NamedDevice {
  const std::string& name;
  const std::string& uuid;
};
/// Returns the name of `device`, with its UUID if `other` is another device with the same name: "NVIDIA H200
/// (GPU-2dbe53dd)".
std::string name_beside(NamedDevice device, NamedDevice other);

/// Returns a unique name for messages: "NVIDIA H200 (cuda:1, GPU-3f2a9c1d)", "NVIDIA H200 MIG 1g.18gb (MIG-91c04b7e)".
std::string label_of(const Device& device);

}  // namespace warpledger
