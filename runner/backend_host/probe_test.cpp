#include "backend_host/block_tracer.h"
#include "backend_host/trace_fixture.h"

namespace warpledger {
namespace {

class ProbeTest : public TraceTest {
 protected:
  std::optional<ProbeCounts> probe_of(const std::string& source, const std::string& function, void* pointer,
                                      Extent grid, std::uint64_t begin, std::uint64_t end) {
    const HostModule& module = compile({{"probe.cu", source}, {}}, function);
    const GridLaunch launch = {&module, &module.kernel(function), {&pointer}, grid, {.x = 100}, 0, function};
    return probe(launch, pool_.allocations(), begin, end);
  }
};

TEST_F(ProbeTest, CountsWhatLaneZeroOfEachWarpDoes) {
  const std::string source = R"(
__global__ void f(float* data) {
  for (int i = threadIdx.x + blockIdx.x * blockDim.x; i < 1000; i += 32) data[i] += 1;
})";
  void* data = buffer(std::vector<float>(1000));
  const auto counts = probe_of(source, "f", data, {.x = 3}, 1, 3);
  ASSERT_TRUE(counts);
  std::uint64_t expected = 0;
  for (int i = 0; i < 2 * 4; ++i)
    expected += static_cast<std::uint64_t>((1000 - (100 + i / 4 * 100 + i % 4 * 32) + 31) / 32);
  EXPECT_EQ(counts->warps, 8u);
  EXPECT_EQ(counts->loads, expected);
  EXPECT_EQ(counts->stores, expected);
}

TEST_F(ProbeTest, IsOfNoUseWhenALaneWaitsForOthers) {
  void* data = buffer(std::vector<float>(128));
  EXPECT_FALSE(probe_of("__global__ void f(float* d) { d[threadIdx.x] = 1; __syncthreads(); }", "f", data, {}, 0, 1));
  EXPECT_FALSE(probe_of("__global__ void f(float* d) { d[threadIdx.x] = 1; __syncwarp(); }", "f", data, {}, 0, 1));
}

}  // namespace
}  // namespace warpledger
