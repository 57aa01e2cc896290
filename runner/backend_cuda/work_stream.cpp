#include "backend_cuda/work_stream.h"

#include <fmt/format.h>

#include <array>
#include <string>
#include <variant>
#include <vector>

#include "backend_cuda/cuda_check.h"
#include "backend_cuda/cuda_memory.h"
#include "backend_cuda/tensor_map_encoding.h"
#include "base/text.h"

namespace warpledger {
namespace {

dim3 to_dim3(const Extent& extent) { return {extent.x, extent.y, extent.z}; }

/// How many of `into` it set.
unsigned set_attributes(const LaunchAttributes& attributes, std::span<cudaLaunchAttribute, 2> into) {
  unsigned count = 0;
  if (attributes.cluster.volume() > 1) {
    cudaLaunchAttribute& cluster = into[count++];
    cluster.id = cudaLaunchAttributeClusterDimension;
    cluster.val.clusterDim.x = attributes.cluster.x;
    cluster.val.clusterDim.y = attributes.cluster.y;
    cluster.val.clusterDim.z = attributes.cluster.z;
  }
  if (attributes.cooperative) {
    into[count].id = cudaLaunchAttributeCooperative;
    into[count++].val.cooperative = 1;
  }
  return count;
}

/// A launch's arguments where the runtime reads them, each through a pointer, before a launch returns.
class ArgumentValues {
 public:
  explicit ArgumentValues(std::span<const BoundArgument> arguments) : values_(arguments.size()) {
    for (std::size_t i = 0; i < arguments.size(); ++i) {
      values_[i] = value_of(arguments[i]);
      pointers_.push_back(std::visit([](auto& value) -> void* { return &value; }, values_[i]));
    }
  }
  ArgumentValues(const ArgumentValues&) = delete;
  ArgumentValues& operator=(const ArgumentValues&) = delete;

  void** pointers() { return pointers_.data(); }

 private:
  using Value = std::variant<std::byte*, std::array<std::byte, 8>, EncodedTensorMap>;

  static Value value_of(const BoundArgument& argument) {
    if (const auto* scalar = std::get_if<Scalar>(&argument)) return scalar->bytes;
    if (const auto* bound = std::get_if<BoundTensorMap>(&argument)) return encode(bound->map, address_of(bound->base));
    return address_of(std::get<DevicePointer>(argument));
  }

  std::vector<Value> values_;
  std::vector<void*> pointers_;
};

}  // namespace

std::string function_names(std::span<const BoundLaunch> launches) {
  std::vector<std::string> names;
  for (const BoundLaunch& launch : launches) names.push_back(launch.function);
  return join(names);
}

WorkStream::WorkStream(const LaunchLimits& limits) : limits_(limits) {
  check_cuda(cudaStreamCreateWithFlags(&stream_, cudaStreamNonBlocking), "creating a stream");
}

WorkStream::~WorkStream() { cudaStreamDestroy(stream_); }

void WorkStream::enqueue_constants(std::span<const BoundConstant> constants) const {
  for (const BoundConstant& bound : constants) {
    const std::string& symbol = bound.constant.symbol;
    const std::vector<std::byte>& bytes = bound.constant.bytes;
    const std::span<std::byte> variable = static_cast<const CudaModule*>(bound.module)->variable(symbol);
    if (variable.size() != bytes.size())
      throw PointFailure(Outcome::compile_failed, fmt::format("__constant__ '{}' has {} B; the family fills {} B",
                                                              symbol, variable.size(), bytes.size()));
    check_cuda(cudaMemcpyAsync(variable.data(), bytes.data(), bytes.size(), cudaMemcpyHostToDevice, stream_),
               "filling the constant " + symbol);
  }
}

void WorkStream::enqueue_restores(std::span<const Restore> restores) const {
  for (const Restore& restore : restores)
    check_cuda(cudaMemcpyAsync(address_of(restore.to), address_of(restore.from), restore.bytes,
                               cudaMemcpyDeviceToDevice, stream_),
               "restoring a buffer");
}

void WorkStream::enqueue(std::span<const BoundLaunch> launches) const {
  for (const BoundLaunch& launch : launches) enqueue(launch);
}

void WorkStream::enqueue(const BoundLaunch& launch) const {
  const CudaFunction& function = static_cast<const CudaModule*>(launch.module)->function(launch.function);
  check_launch(launch, function.needs, limits_);
  check_cuda(allow_shared(function, launch.shared_bytes), "raising the shared memory of " + launch.function);
  constexpr std::uint64_t kLargestPortableCluster = 8;  // blocks, on every chip
  if (launch.attributes.cluster.volume() > kLargestPortableCluster)
    check_cuda(cudaFuncSetAttribute(function.symbol(), cudaFuncAttributeNonPortableClusterSizeAllowed, 1),
               "allowing a large cluster of " + launch.function);

  ArgumentValues arguments(launch.arguments);
  cudaLaunchConfig_t config{};
  config.gridDim = to_dim3(launch.grid);
  config.blockDim = to_dim3(launch.block);
  config.dynamicSmemBytes = launch.shared_bytes;
  config.stream = stream_;
  std::array<cudaLaunchAttribute, 2> attributes{};
  config.attrs = attributes.data();
  config.numAttrs = set_attributes(launch.attributes, attributes);
  const cudaError_t result = cudaLaunchKernelExC(&config, function.symbol(), arguments.pointers());
  if (result == cudaSuccess) return;
  cudaGetLastError();
  // What the device cannot do with these attributes; the errors of a kernel that ran are others.
  const bool too_large = result == cudaErrorCooperativeLaunchTooLarge || result == cudaErrorInvalidClusterSize;
  throw PointFailure(too_large ? Outcome::invalid_point : Outcome::launch_failed,
                     launch_failure(words_for(launch), result));
}

void WorkStream::enqueue_single_thread(const CudaFunction& function, std::span<void*> arguments) const {
  cudaLaunchConfig_t config{};
  config.gridDim = 1;
  config.blockDim = 1;
  config.stream = stream_;
  check_cuda(cudaLaunchKernelExC(&config, function.symbol(), arguments.data()), "launching a timing kernel");
}

void WorkStream::wait(const std::string& who) const {
  const cudaError_t result = cudaStreamSynchronize(stream_);
  if (result == cudaSuccess) return;
  cudaGetLastError();
  throw PointFailure(Outcome::launch_failed, launch_failure(who, result));
}

}  // namespace warpledger
