#include "exec/device_check.h"

#include <fmt/format.h>

#include <cstdint>
#include <span>
#include <vector>

#include "base/error.h"

namespace warpledger {
namespace {

constexpr std::uint32_t kThreads = 256;
constexpr std::uint32_t kFactor = 2654435761;

// Integers, so that the answer is the same everywhere; shared memory and a barrier, so that a block must work as one.
constexpr const char* kKnownGood = R"cuda(
__global__ void warpledger_known_good(unsigned* out, const unsigned* in) {
  __shared__ unsigned turned[256];
  const unsigned i = blockIdx.x * 256 + threadIdx.x;
  turned[255 - threadIdx.x] = in[i];
  __syncthreads();
  out[i] = 2654435761u * turned[threadIdx.x] + i;
}
)cuda";

std::uint32_t expected(std::uint32_t i, std::span<const std::uint32_t> in) {
  return kFactor * in[i / kThreads * kThreads + kThreads - 1 - i % kThreads] + i;
}

}  // namespace

void check_device(Backend& backend) {
  const auto blocks = static_cast<std::uint32_t>(2 * backend.describe().facts.at("sm_count"));
  std::vector<std::uint32_t> in(std::size_t{blocks} * kThreads);
  for (std::uint32_t i = 0; i < in.size(); ++i) in[i] = i * i;
  std::vector<std::uint32_t> out(in.size());

  const auto module = backend.compile({{"known_good.cu", kKnownGood}, {}}, std::span(&kKnownGoodFunction, 1));
  const auto in_memory = backend.allocate(std::as_bytes(std::span(in)).size());
  const auto out_memory = backend.allocate(std::as_bytes(std::span(out)).size());
  backend.write(*in_memory, 0, std::as_bytes(std::span(in)));
  backend.fill(*out_memory, 0, std::as_bytes(std::span(out)).size(), std::byte{0});
  Work work;
  work.launches.push_back({module.get(),
                           kKnownGoodFunction,
                           {DevicePointer{out_memory.get()}, DevicePointer{in_memory.get()}},
                           {blocks},
                           {kThreads},
                           0});
  backend.launch(work);
  backend.read(*out_memory, 0, std::as_writable_bytes(std::span(out)));
  for (std::uint32_t i = 0; i < out.size(); ++i)
    if (out[i] != expected(i, in))
      throw Error(
          fmt::format("a known-good kernel computed {} instead of {} for element {}", out[i], expected(i, in), i),
          "`warpledger doctor` says what works on this machine");
}

}  // namespace warpledger
