#include "backend_cuda/buffer_kernels.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <utility>

#include "backend_cuda/cuda_check.h"

namespace warpledger {
namespace {

const std::string kFingerprint = "warpledger_fingerprint";

std::string fill_random_function(ElementType type) {
  return fmt::format("warpledger_fill_random<{}>", facts_of(type).cpp);
}

Scalar scalar(std::uint64_t value) {
  Scalar scalar{ElementType::u64, {}};
  std::memcpy(scalar.bytes.data(), &value, sizeof value);
  return scalar;
}

}  // namespace

Program buffer_program() {
  return {{"buffer_kernels.cu", R"cuda(
typedef unsigned long long u64;

__device__ u64 scatter(u64 counter) {
  u64 z = counter + 0x9e3779b97f4a7c15ull;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ull;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebull;
  return z ^ (z >> 31);
}

__device__ u64 first_index() { return (u64)blockIdx.x * blockDim.x + threadIdx.x; }
__device__ u64 all_threads() { return (u64)gridDim.x * blockDim.x; }

// Adds to *sum. `words` is aligned to 8 bytes; `bytes` is a multiple of 4, and half a word at the end counts as a word.
extern "C" __global__ void warpledger_fingerprint(u64* sum, const unsigned* words, u64 bytes, u64 key) {
  const u64* pairs = reinterpret_cast<const u64*>(words);
  u64 mine = 0;
  for (u64 i = first_index(); i < bytes / 8; i += all_threads()) mine += scatter(scatter(key + i) ^ pairs[i]);
  if (bytes % 8 != 0 && first_index() == 0) mine += scatter(scatter(key + bytes / 8) ^ (u64)words[bytes / 4 - 1]);
  for (int lane = 16; lane > 0; lane /= 2) mine += __shfl_down_sync(~0u, mine, lane);
  if (threadIdx.x % 32 == 0) atomicAdd(sum, mine);
}

__device__ void set(float& element, u64 bits) { element = (float)(bits >> 40) * 0x1p-23f - 1; }
__device__ void set(double& element, u64 bits) { element = (double)(bits >> 11) * 0x1p-52 - 1; }
template <typename T>
__device__ void set(T& element, u64 bits) { element = (T)(bits >> 44); }

template <typename T>
__global__ void warpledger_fill_random(T* to, u64 count, u64 seed) {
  for (u64 i = first_index(); i < count; i += all_threads()) set(to[i], scatter(seed + i));
}
)cuda"},
          {}};
}

std::vector<std::string> buffer_functions() {
  std::vector<std::string> functions = {kFingerprint};
  for (std::size_t type = 0; type < kElementTypes.size(); ++type)
    functions.push_back(fill_random_function(static_cast<ElementType>(type)));
  return functions;
}

BufferKernels::BufferKernels(const WorkStream& stream, const Cubin& cubin)
    : stream_(stream), module_(cubin, "buffer_kernels.cu") {}

void BufferKernels::enqueue(const std::string& function, std::vector<std::variant<DevicePointer, Scalar>> arguments,
                            std::uint64_t elements) const {
  constexpr std::uint32_t kThreads = 256;
  constexpr std::uint64_t kMostBlocks = 4096;  // each thread then takes several elements
  const std::uint64_t blocks = std::clamp<std::uint64_t>((elements + kThreads - 1) / kThreads, 1, kMostBlocks);
  const BoundLaunch launch = {&module_,   function, std::move(arguments), {static_cast<std::uint32_t>(blocks)},
                              {kThreads}, 0};
  stream_.enqueue({&launch, 1});
}

void BufferKernels::fill_random(Memory& to, std::size_t offset_bytes, std::size_t bytes, ElementType type,
                                std::uint64_t seed) const {
  const std::uint64_t count = bytes / facts_of(type).bytes;
  enqueue(fill_random_function(type), {DevicePointer{&to, offset_bytes}, scalar(count), scalar(seed)}, count);
}

std::uint64_t BufferKernels::fingerprint(const Memory& from, std::size_t offset_bytes, std::size_t bytes,
                                         std::uint64_t key) const {
  constexpr const char* kWhat = "taking the fingerprint of a buffer";
  check_cuda(cudaMemsetAsync(sum_.address(), 0, sizeof(std::uint64_t), stream_.get()), kWhat);
  enqueue(kFingerprint,
          {DevicePointer{&sum_}, DevicePointer{&from, offset_bytes}, scalar(std::uint64_t{bytes}), scalar(key)},
          bytes / sizeof(std::uint64_t));
  check_cuda(cudaMemcpyAsync(sum_on_host_.address(), sum_.address(), sizeof(std::uint64_t), cudaMemcpyDeviceToHost,
                             stream_.get()),
             kWhat);
  stream_.wait(kWhat);
  std::uint64_t sum = 0;
  std::memcpy(&sum, sum_on_host_.address(), sizeof sum);
  return sum;
}

}  // namespace warpledger
