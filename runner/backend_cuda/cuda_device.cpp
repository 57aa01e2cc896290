#include "backend_cuda/cuda_device.h"

#include <cuda_runtime_api.h>
#include <cupti_version.h>
#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <regex>
#include <string>
#include <string_view>
#include <utility>

#include "backend_cuda/cuda_check.h"
#include "backend_cuda/nvrtc.h"
#include "backend_cuda/range_session.h"
#include "backend_cuda/tensor_map_encoding.h"
#include "backend_cuda/toolkit_library.h"
#include "base/error.h"
#include "base/file.h"
#include "model/device_name.h"

namespace warpledger {
namespace {

[[noreturn]] void refuse(const BoundLaunch& launch, const std::string& why) {
  throw PointFailure(Outcome::invalid_point, launch.function + ": " + why);
}

void check_extent(const BoundLaunch& launch, const char* what, const char* unit, const Extent& extent,
                  const Extent& limit) {
  const struct {
    char axis;
    std::uint32_t value, limit;
  } axes[] = {{'x', extent.x, limit.x}, {'y', extent.y, limit.y}, {'z', extent.z, limit.z}};
  for (const auto& [axis, value, most] : axes) {
    if (value == 0) refuse(launch, fmt::format("the {} is empty: {} x {} x {}", what, extent.x, extent.y, extent.z));
    if (value > most)
      refuse(launch,
             fmt::format("{} {} in {} dimension {} exceed the device limit of {}", value, unit, what, axis, most));
  }
}

void check_attributes(const BoundLaunch& launch, const LaunchLimits& limits) {
  if (launch.attributes.cooperative && !limits.cooperative) refuse(launch, "the device has no cooperative launches");
  if (launch.attributes.programmatic && !limits.programmatic)
    refuse(launch, "the device has no programmatic dependent launch: it needs compute capability 9.0 or newer");
  if (!launch.attributes.has_cluster()) return;
  const Extent& cluster = launch.attributes.cluster;
  if (!limits.clusters)
    refuse(launch, "the device has no thread block clusters: they need compute capability 9.0 or newer");
  const Extent& grid = launch.grid;
  if (grid.x % cluster.x != 0 || grid.y % cluster.y != 0 || grid.z % cluster.z != 0)
    refuse(launch, fmt::format("a grid of {} x {} x {} blocks is no multiple of a cluster of {} x {} x {}", grid.x,
                               grid.y, grid.z, cluster.x, cluster.y, cluster.z));
}

std::size_t bytes_of(const BoundArgument& argument) {
  if (const auto* scalar = std::get_if<Scalar>(&argument)) return facts_of(scalar->type).bytes;
  if (const auto* value = std::get_if<BoundStruct>(&argument)) return value->bytes.size();
  return std::holds_alternative<BoundTensorMap>(argument) ? kTensorMapBytes : sizeof(void*);
}

std::string_view words_for(const BoundArgument& argument) {
  if (const auto* scalar = std::get_if<Scalar>(&argument)) return facts_of(scalar->type).name;
  if (std::holds_alternative<BoundStruct>(argument)) return "a struct";
  return std::holds_alternative<BoundTensorMap>(argument) ? "a tensor map" : "a buffer's address";
}

void check_tensor_maps(const BoundLaunch& launch, const LaunchLimits& limits) {
  const auto is_map = [](const BoundArgument& argument) { return std::holds_alternative<BoundTensorMap>(argument); };
  if (!limits.tensor_maps && std::ranges::any_of(launch.arguments, is_map))
    refuse(launch, "the device has no tensor maps: they need compute capability 9.0 or newer");
}

constexpr std::pair<const char*, cudaDeviceAttr> kAttributeFacts[] = {
    {"sm_count", cudaDevAttrMultiProcessorCount},
    {"cc_major", cudaDevAttrComputeCapabilityMajor},
    {"cc_minor", cudaDevAttrComputeCapabilityMinor},
    {"clock_khz", cudaDevAttrClockRate},
    {"memory_clock_khz", cudaDevAttrMemoryClockRate},
    {"memory_bus_bits", cudaDevAttrGlobalMemoryBusWidth},
    {"l2_bytes", cudaDevAttrL2CacheSize},
    {"shared_per_block_bytes", cudaDevAttrMaxSharedMemoryPerBlock},
    {"shared_per_block_optin_bytes", cudaDevAttrMaxSharedMemoryPerBlockOptin},
    {"shared_per_sm_bytes", cudaDevAttrMaxSharedMemoryPerMultiprocessor},
    {"constant_bytes", cudaDevAttrTotalConstantMemory},
    {"registers_per_block", cudaDevAttrMaxRegistersPerBlock},
    {"registers_per_sm", cudaDevAttrMaxRegistersPerMultiprocessor},
    {"max_threads_per_block", cudaDevAttrMaxThreadsPerBlock},
    {"max_threads_per_sm", cudaDevAttrMaxThreadsPerMultiProcessor},
    {"max_blocks_per_sm", cudaDevAttrMaxBlocksPerMultiprocessor},
    {"warp_size", cudaDevAttrWarpSize},
};

// Divisor of L1-L2 traffic in the course assignments: a convention, not a hardware limit (an RTX 4090 reached 117 % of
// it).
constexpr std::int64_t kL1L2BytesPerClkPerSm = 16;

int attribute(cudaDeviceAttr which, int index) {
  int value = 0;
  check_cuda(cudaDeviceGetAttribute(&value, which, index), "reading a device attribute");
  return value;
}

/// True if CUDA shows a MIG slice: by its name, "NVIDIA H100 80GB HBM3 MIG 1g.10gb", or because only one is visible.
bool is_mig_slice(std::string_view name) {
  const char* const visible = std::getenv("CUDA_VISIBLE_DEVICES");
  return name.find(" MIG ") != std::string_view::npos ||
         (visible != nullptr && std::string_view(visible).starts_with("MIG-"));
}

/// The format of NVML and nvidia-smi.
std::string uuid_text(const cudaUUID_t& uuid, bool is_slice) {
  std::string text = is_slice ? "MIG-" : "GPU-";
  for (std::size_t i = 0; i < sizeof uuid.bytes; ++i) {
    if (i == 4 || i == 6 || i == 8 || i == 10) text += '-';
    text += fmt::format("{:02x}", static_cast<unsigned char>(uuid.bytes[i]));
  }
  return text;
}

std::string cuda_version(int version) { return fmt::format("{}.{}", version / 1000, version % 1000 / 10); }

std::map<std::string, std::string> environment() {
  int driver = 0;
  int runtime = 0;
  check_cuda(cudaDriverGetVersion(&driver), "querying the driver's version");
  check_cuda(cudaRuntimeGetVersion(&runtime), "querying the runtime's version");
  std::map<std::string, std::string> versions = {{"driver_cuda", cuda_version(driver)},
                                                 {"cuda_runtime", cuda_version(runtime)}};
  if (const std::string version = driver_version(); !version.empty()) versions["driver"] = version;
  // Needed only to compile.
  if (nvrtc_library().problem().empty()) versions["nvrtc"] = nvrtc_version();
  if (std::uint32_t cupti = 0; cupti_library().problem().empty() && CUPTI(cuptiGetVersion)(&cupti) == CUPTI_SUCCESS)
    versions["cupti"] = std::to_string(cupti);
  return versions;
}

}  // namespace

DriverState driver_state() {
  DriverState state;
  const cudaError_t result = cudaGetDeviceCount(&state.devices);
  if (result == cudaSuccess && state.devices > 0) return state;
  cudaGetLastError();
  state.devices = 0;
  switch (result) {
    case cudaErrorInsufficientDriver: {
      int version = 0;
      cudaDriverGetVersion(&version);
      if (version == 0)
        return {
            0, "no NVIDIA driver is loaded",
            "install the NVIDIA driver (in a container: start it with --gpus all); or run on the CPU: --device host"};
      return {0,
              fmt::format("the NVIDIA driver supports CUDA {}, this program needs {}", cuda_version(version),
                          cuda_version(CUDART_VERSION)),
              "update the NVIDIA driver; or run on the CPU: --device host"};
    }
    case cudaSuccess:
    case cudaErrorNoDevice:
      return {0, "the NVIDIA driver reports no GPU",
              "check nvidia-smi and CUDA_VISIBLE_DEVICES; or run on the CPU: --device host"};
    default:
      return {0, "the NVIDIA driver cannot be initialized: " + name_and_text(result),
              "check nvidia-smi and dmesg; or run on the CPU: --device host"};
  }
}

std::string driver_version() {
  std::ifstream file("/proc/driver/nvidia/version");
  std::string line;
  std::getline(file, line);
  std::smatch version;
  return std::regex_search(line, version, std::regex(R"( (\d+\.\d+(\.\d+)?) )")) ? version[1].str() : "";
}

Device describe_cuda_device(int index, std::span<const std::string> roots, DeviceDetail detail) {
  cudaDeviceProp properties{};
  check_cuda(cudaGetDeviceProperties(&properties, index), "reading the device's properties");
  Device device;
  const bool is_slice = is_mig_slice(properties.name);
  device.backend = "cuda";
  device.uuid = uuid_text(properties.uuid, is_slice);
  device.id =
      is_slice ? short_uuid(device.uuid) : fmt::format("cuda:{}", index);  // slices are number 0 in their own process
  device.name = properties.name;
  for (const auto& [name, which] : kAttributeFacts)
    if (const int value = attribute(which, index); value != 0 || which == cudaDevAttrComputeCapabilityMinor)
      device.facts[name] = value;
  device.facts["global_memory_bytes"] = static_cast<std::int64_t>(properties.totalGlobalMem);
  device.facts["l1l2_bytes_per_clk_per_sm"] = kL1L2BytesPerClkPerSm;
  device.facts.merge(
      rates_per_sm(fmt::format("{}.{}", device.facts.at("cc_major"), device.facts.at("cc_minor")), roots));
  if (detail == DeviceDetail::facts) return device;
  device.environment = environment();
  try {
    if (cupti_library().problem().empty()) device.chip = chip_name(index);
  } catch (const CuptiFailure&) {
    device.chip.clear();  // chip unknown to this CUPTI: no counters, everything else works
  }
  return device;
}

void refuse_other_architecture(const Program& program, const Device& device) {
  const std::string own = own_architecture(program);
  const std::string here = fmt::format("sm_{}{}", device.facts.at("cc_major"), device.facts.at("cc_minor"));
  if (own.empty() || own == here + "a") return;
  throw PointFailure(
      Outcome::invalid_point,
      fmt::format("{} is compiled for {} alone, by its options; the device is of {}", program.main.name, own, here));
}

LaunchLimits launch_limits(int index) {
  const auto value = [index](cudaDeviceAttr which) { return static_cast<std::uint32_t>(attribute(which, index)); };
  LaunchLimits limits;
  limits.grid = {value(cudaDevAttrMaxGridDimX), value(cudaDevAttrMaxGridDimY), value(cudaDevAttrMaxGridDimZ)};
  limits.block = {value(cudaDevAttrMaxBlockDimX), value(cudaDevAttrMaxBlockDimY), value(cudaDevAttrMaxBlockDimZ)};
  limits.threads_per_block = value(cudaDevAttrMaxThreadsPerBlock);
  limits.shared_bytes_per_block = value(cudaDevAttrMaxSharedMemoryPerBlockOptin);
  limits.clusters = value(cudaDevAttrClusterLaunch) != 0;
  limits.tensor_maps = limits.programmatic = value(cudaDevAttrComputeCapabilityMajor) >= 9;
  limits.cooperative = value(cudaDevAttrCooperativeLaunch) != 0;
  return limits;
}

std::map<std::string, std::int64_t> rates_per_sm(const std::string& capability, std::span<const std::string> roots) {
  for (const std::string& root : roots) {
    const std::filesystem::path path = std::filesystem::path(root) / "devices" / "compute_capability.json";
    if (!std::filesystem::exists(path)) continue;
    std::map<std::string, std::int64_t> rates;
    try {
      const auto all = nlohmann::json::parse(read_file(path.string())).at("rates");
      if (const auto row = all.find(capability); row != all.end())
        for (const char* fact : {"fp32_per_sm", "fp64_per_sm"}) rates[fact] = row->at(fact).get<std::int64_t>();
    } catch (const nlohmann::json::exception& problem) {
      throw Error({path.string()}, problem.what(), "restore the installed file");
    }
    return rates;
  }
  return {};
}

void check_arguments(const BoundLaunch& launch, std::span<const std::size_t> parameter_bytes) {
  if (launch.arguments.size() != parameter_bytes.size())
    throw PointFailure(
        Outcome::compile_failed,
        fmt::format("{} takes {} argument{}, the family passes {}", launch.function, parameter_bytes.size(),
                    parameter_bytes.size() == 1 ? "" : "s", launch.arguments.size()));
  for (std::size_t i = 0; i < launch.arguments.size(); ++i) {
    const std::size_t passed = bytes_of(launch.arguments[i]);
    if (passed == parameter_bytes[i]) continue;
    throw PointFailure(Outcome::compile_failed,
                       fmt::format("{} takes {} B as argument {}, the family passes {} of {} B", launch.function,
                                   parameter_bytes[i], i + 1, words_for(launch.arguments[i]), passed));
  }
}

void check_launch(const BoundLaunch& launch, const FunctionNeeds& needs, const LaunchLimits& limits) {
  check_extent(launch, "grid", "blocks", launch.grid, limits.grid);
  check_extent(launch, "block", "threads", launch.block, limits.block);
  const std::uint64_t threads = launch.block.volume();
  if (threads > limits.threads_per_block)
    refuse(launch,
           fmt::format("{} threads per block exceed the device limit of {}", threads, limits.threads_per_block));
  if (threads > needs.max_threads_per_block)
    refuse(launch, fmt::format("{} threads per block exceed the kernel's limit of {}, given its {} registers per "
                               "thread and its launch bounds",
                               threads, needs.max_threads_per_block, needs.registers));
  const std::uint64_t shared_bytes = needs.static_shared_bytes + launch.shared_bytes;
  if (shared_bytes > limits.shared_bytes_per_block)
    refuse(launch,
           fmt::format("{} bytes of shared memory per block exceed the device limit of {} ({} static, {} dynamic)",
                       shared_bytes, limits.shared_bytes_per_block, needs.static_shared_bytes, launch.shared_bytes));
  check_attributes(launch, limits);
  check_tensor_maps(launch, limits);
  check_arguments(launch, needs.parameter_bytes);
}

}  // namespace warpledger
