#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "model/device.h"

namespace warpledger {

/// What a person writes to mean one device.
struct DeviceName {
  enum class Kind : std::uint8_t {
    automatic,  ///< "auto": the first GPU, else the host
    index,      ///< "cuda", "cuda:1": CUDA's number of a GPU that is visible; between processes with its UUID,
                ///< "cuda:1=GPU-3f2a9c1d-0000"
    uuid,       ///< "GPU-3f2a", "MIG-3f2a": how a UUID begins
    model,      ///< "h100", "rtx 4090": words of a GPU's name
    host,       ///< "host", "host:h200", "host:h200:2": the host as a GPU; by number, where it counts as several
  } kind = Kind::automatic;
  std::string text;
  int index = 0;                    ///< CUDA's number of the GPU
  std::string uuid;                 ///< of that GPU, where both are known
  std::string profile = "rtx4090";  ///< the GPU whose facts the host borrows
  int number = 1;                   ///< of the host device, from 1

  /// Whether it can mean nothing but a GPU.
  bool is_gpu() const { return kind == Kind::index || kind == Kind::uuid || kind == Kind::model; }
};

/// The lines about it for --help.
inline constexpr const char* kDeviceNameHelp =
    "auto, cuda:N, a UUID or its start, a model (h100, 1g.10gb), host:PROFILE";

/// Throws Error for what has none of these forms.
DeviceName parse_device_name(const std::string& text);

/// Whether words of a device's `name` that follow each other are `model`, blanks and dashes aside: "rtx4090",
/// "h100-pcie". A part of a word does not count: an A1000 is no A100.
bool is_of_model(const std::string& name, std::string_view model);

/// The one of `gpus` that a name of kind uuid or model means. Throws Error with what there is when it is none or
/// several.
const Device& named_gpu(const DeviceName& name, std::span<const Device> gpus);

/// The devices among `devices` that a list means: names with commas between them, "all" (every GPU) or "all:MODEL". A
/// host device that is repeated counts as several. Throws Error when a name means none or several, or a GPU is listed
/// twice.
std::vector<Device> listed_devices(const std::string& list, std::span<const Device> devices);

/// Whether `text` may mean several devices: listed_devices() is to be asked.
bool is_device_list(std::string_view text);

/// Why nothing can run on a GPU though it is there: its environment's kUnusable. Empty when something can.
std::string why_unusable(const Device& device);
inline constexpr const char* kUnusable = "unusable";

/// What means that device and no other: a GPU's UUID, a host device's id.
const std::string& unique_name(const Device& device);

/// The same for a worker: a GPU by its number and its UUID, so that CUDA need not be started to find either.
std::string name_for_worker(const Device& device);

/// What the host as that device is called: "host:h200", and from the second on "host:h200:2".
std::string host_device_id(const std::string& profile, int number);

/// The beginning of a GPU's UUID that a person can type: "GPU-3f2a9c1d".
std::string short_uuid(const std::string& uuid);

/// A device's name beside that of another one: with its UUID, "NVIDIA H200 (GPU-2dbe53dd)", where they are two of one
/// name.
struct NamedDevice {
  const std::string& name;
  const std::string& uuid;
};
std::string name_beside(NamedDevice device, NamedDevice other);

/// A device as messages call it, so that two GPUs of one model are told apart: "NVIDIA H200 (cuda:1, GPU-3f2a9c1d)",
/// "NVIDIA H200 MIG 1g.18gb (MIG-91c04b7e)".
std::string label_of(const Device& device);

}  // namespace warpledger
