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
    index,      ///< "cuda", "cuda:1": CUDA's index; between processes with its UUID, "cuda:1=GPU-3f2a9c1d-0000"
    uuid,       ///< "GPU-3f2a", "MIG-3f2a": a prefix of a UUID
    model,      ///< "h100", "rtx 4090": words of a GPU's name
    host,       ///< "host", "host:h200", "host:h200:2": numbered if the CPU acts as several devices
  } kind = Kind::automatic;
  std::string text;
  int index = 0;                    ///< of the GPU
  std::string uuid;                 ///< of the GPU, if both are known
  std::string profile = "rtx4090";  ///< GPU whose facts the host uses
  int number = 1;                   ///< of the host device, from 1

  bool is_gpu() const { return kind == Kind::index || kind == Kind::uuid || kind == Kind::model; }
};

inline constexpr const char* kDeviceNameHelp =
    "auto, cuda:N, a UUID or its start, a model (h100, 1g.10gb), host:PROFILE";

/// Throws Error if `text` has none of these forms.
DeviceName parse_device_name(const std::string& text);

/// True if consecutive whole words of `name` form `model`, ignoring blanks and dashes: "h100-pcie"; but "a100" is not
/// an A1000.
bool is_of_model(const std::string& name, std::string_view model);

/// Returns the GPU that `name` refers to. Throws Error that lists the candidates if none or several match.
const Device& named_gpu(const DeviceName& name, std::span<const Device> gpus);

/// Parses names separated by commas, "all" (every GPU) and "all:MODEL". A repeated host is another host device. Throws
/// Error for unknown or ambiguous names, or a GPU listed twice.
std::vector<Device> listed_devices(const std::string& list, std::span<const Device> devices);

/// True if listed_devices() must parse `text`.
bool is_device_list(std::string_view text);

/// Returns why a GPU cannot be used (its environment's kUnusable), or "".
std::string why_unusable(const Device& device);
inline constexpr const char* kUnusable = "unusable";

/// Returns a GPU's UUID or a host device's id.
const std::string& unique_name(const Device& device);

/// Includes index and UUID of a GPU, so that finding either does not start CUDA.
std::string name_for_worker(const Device& device);

/// Returns "host:h200", or "host:h200:2" from the second on.
std::string host_device_id(const std::string& profile, int number);

/// Returns "GPU-3f2a9c1d".
std::string short_uuid(const std::string& uuid);

struct NamedDevice {
  const std::string& name;
  const std::string& uuid;
};
/// Returns the name, with the UUID if `other` is another device with that name: "NVIDIA H200 (GPU-2dbe53dd)".
std::string name_beside(NamedDevice device, NamedDevice other);

/// Returns a unique name for messages: "NVIDIA H200 (cuda:1, GPU-3f2a9c1d)".
std::string label_of(const Device& device);

}  // namespace warpledger
