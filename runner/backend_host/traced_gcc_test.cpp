// Traced builds by g++, the fallback: correct and incorrect cases.
#include "backend_host/trace_fixture.h"
#include "base/subprocess.h"

namespace warpledger {
namespace {

class TracedGccTest : public TraceTest {
 protected:
  void SetUp() override {
    const std::string path = find_in_path("g++");
    if (path.empty()) GTEST_SKIP() << "needs g++";
    const std::string version = run_process({path, "--version"}, "/").output;
    compiler_ = {path, version.substr(0, version.find('\n'))};
    ASSERT_FALSE(traces_well(compiler_));
  }
};

TEST_F(TracedGccTest, SeesBothLoadsAndTheStoreOfAReadModifyWrite) {
  const std::string source = "__global__ void add(float* o, const float* a) { o[threadIdx.x] += a[threadIdx.x]; }";
  void* out = buffer(std::vector<float>(64, 1.0f));
  const AccessList seen = trace(source, "add", {out, buffer(std::vector<float>(64, 2.0f))}, {}, {.x = 64});
  EXPECT_EQ(seen.of(Space::global, AccessKind::load).size(), 4u);
  EXPECT_EQ(seen.of(Space::global, AccessKind::store).size(), 2u);
  EXPECT_EQ(static_cast<float*>(out)[63], 3.0f);
}

TEST_F(TracedGccTest, CountsTheConflictsOfATranspose) {
  const std::string source = R"(
__global__ void transpose(float* out, const float* in) {
  __shared__ float tile[32][32];
  tile[threadIdx.y][threadIdx.x] = in[threadIdx.y * 32 + threadIdx.x];
  __syncthreads();
  out[threadIdx.y * 32 + threadIdx.x] = tile[threadIdx.x][threadIdx.y];
})";
  void* out = buffer(std::vector<float>(1024));
  void* in = buffer(std::vector<float>(1024));
  const AccessList seen = trace(source, "transpose", {out, in}, {}, {.x = 32, .y = 32});
  const auto loads = seen.of(Space::shared, AccessKind::load);
  ASSERT_EQ(loads.size(), 32u);
  for (const WarpAccess& load : loads) EXPECT_EQ(conflicts_of(load), 31u);
}

TEST_F(TracedGccTest, DoesAtomicsAndShuffles) {
  const std::string source = R"(
__global__ void sum(float* total, const float* in) {
  float value = in[threadIdx.x];
  for (int d = 16; d > 0; d /= 2) value += __shfl_down_sync(~0u, value, d);
  if (threadIdx.x % 32 == 0) atomicAdd(total, value);
})";
  void* total = buffer(std::vector<float>(1));
  const AccessList seen = trace(source, "sum", {total, buffer(std::vector<float>(64, 1.0f))}, {}, {.x = 64});
  EXPECT_EQ(seen.of(Space::global, AccessKind::load).size(), 2u);
  EXPECT_EQ(seen.of(Space::global, AccessKind::atomic).size(), 2u);
  EXPECT_EQ(*static_cast<float*>(total), 64.0f);
}

TEST_F(TracedGccTest, TakesSixteenByteAccessesApart) {
  const std::string source = "__global__ void copy(float4* o, const float4* a) { o[threadIdx.x] = a[threadIdx.x]; }";
  void* out = buffer(std::vector<float>(128));
  const AccessList seen = trace(source, "copy", {out, buffer(std::vector<float>(128))}, {}, {.x = 32});
  EXPECT_GE(seen.all.size(), 2u);
}

}  // namespace
}  // namespace warpledger
