#include "backend_cuda/work_stream.h"

#include <fmt/format.h>

#include <array>
#include <string>
#include <vector>

#include "backend_cuda/cuda_check.h"
#include "backend_cuda/cuda_memory.h"
#include "backend_cuda/launch_arguments.h"
#include "backend_cuda/library_module.h"
#include "base/text.h"

namespace warpledger {
namespace {

dim3 to_dim3(const Extent& extent) { return {extent.x, extent.y, extent.z}; }

/// Returns the number of elements set.
unsigned set_attributes(const LaunchAttributes& attributes, std::span<cudaLaunchAttribute, 3> into) {
  unsigned count = 0;
  if (attributes.has_cluster()) {
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
  if (attributes.programmatic) {
    into[count].id = cudaLaunchAttributeProgrammaticStreamSerialization;
    into[count++].val.programmaticStreamSerializationAllowed = 1;
  }
  return count;
}

}  // namespace

std::string function_names(std::span<const BoundLaunch> launches) {
  std::vector<std::string> names;
  for (const BoundLaunch& launch : launches) names.push_back(launch.function);
  return join(names);
}

PointFailure refused_launch(const std::string& who, cudaError_t result) {
  cudaGetLastError();
  const bool too_large = result == cudaErrorCooperativeLaunchTooLarge || result == cudaErrorInvalidClusterSize;
  return {too_large ? Outcome::invalid_point : Outcome::launch_failed, launch_failure(who, result)};
}

WorkStream::WorkStream(const LaunchLimits& limits) : limits_(limits) { streams_.push_back(create_stream()); }

WorkStream::Stream WorkStream::create_stream() {
  cudaStream_t stream = nullptr;
  check_cuda(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking), "creating a stream");
  return Stream(stream);
}

void WorkStream::take_turn() {
  const std::size_t next = (turn_ + 1) % kStreams;
  if (next == streams_.size()) streams_.push_back(create_stream());
  turn_ = next;
}

void WorkStream::enqueue_constants(std::span<const BoundConstant> constants) const {
  for (const BoundConstant& bound : constants) {
    const std::string& symbol = bound.constant.symbol;
    const std::vector<std::byte>& bytes = bound.constant.bytes;
    const std::span<std::byte> variable = static_cast<const CudaModule*>(bound.module)->variable(symbol);
    if (variable.size() != bytes.size())
      throw PointFailure(Outcome::compile_failed, fmt::format("__constant__ '{}' has {} B; the family fills {} B",
                                                              symbol, variable.size(), bytes.size()));
    check_cuda(cudaMemcpyAsync(variable.data(), bytes.data(), bytes.size(), cudaMemcpyHostToDevice, get()),
               "filling the constant " + symbol);
  }
}

void WorkStream::enqueue_restores(std::span<const Restore> restores) const {
  for (const Restore& restore : restores)
    check_cuda(cudaMemcpyAsync(address_of(restore.to), address_of(restore.from), restore.bytes,
                               cudaMemcpyDeviceToDevice, get()),
               "restoring a buffer");
}

void WorkStream::enqueue(std::span<const BoundLaunch> launches) const {
  for (const BoundLaunch& launch : launches) enqueue(launch);
}

void WorkStream::enqueue(const BoundLaunch& launch) const {
  if (const auto* library = dynamic_cast<const LibraryModule*>(launch.module)) return library->enqueue(launch, get());
  const CudaFunction& function = static_cast<const CudaModule*>(launch.module)->function(launch.function);
  check_launch(launch, function.needs, limits_);
  check_cuda(allow_shared(function, launch.shared_bytes), "raising the shared memory of " + launch.function);
  constexpr std::uint64_t kLargestPortableCluster = 8;  // blocks, on every chip
  if (launch.attributes.cluster.volume() > kLargestPortableCluster)
    check_cuda(cudaFuncSetAttribute(function.symbol(), cudaFuncAttributeNonPortableClusterSizeAllowed, 1),
               "allowing a large cluster of " + launch.function);

  LaunchArguments arguments(launch);
  cudaLaunchConfig_t config{};
  config.gridDim = to_dim3(launch.grid);
  config.blockDim = to_dim3(launch.block);
  config.dynamicSmemBytes = launch.shared_bytes;
  config.stream = get();
  std::array<cudaLaunchAttribute, 3> attributes{};
  config.attrs = attributes.data();
  config.numAttrs = set_attributes(launch.attributes, attributes);
  const cudaError_t result = cudaLaunchKernelExC(&config, function.symbol(), arguments.data());
  if (result != cudaSuccess) throw refused_launch(words_for(launch), result);
}

void WorkStream::enqueue_single_thread(const CudaFunction& function, std::span<void*> arguments) const {
  cudaLaunchConfig_t config{};
  config.gridDim = 1;
  config.blockDim = 1;
  config.stream = get();
  check_cuda(cudaLaunchKernelExC(&config, function.symbol(), arguments.data()), "launching a timing kernel");
}

void WorkStream::wait(const std::string& who) const {
  const cudaError_t result = cudaStreamSynchronize(get());
  if (result == cudaSuccess) return;
  cudaGetLastError();
  throw PointFailure(Outcome::launch_failed, launch_failure(who, result));
}

}  // namespace warpledger
