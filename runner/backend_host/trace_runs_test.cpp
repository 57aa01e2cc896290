// Traced blocks run warp by warp, on several OS threads, with the same results each time.
#include <thread>

#include "backend_host/trace_fixture.h"

namespace warpledger {
namespace {

class TraceRunsTest : public TraceTest {};

bool same(const SeenAccess& a, const SeenAccess& b) {
  for (unsigned lane = 0; lane < 32; ++lane)
    if ((a.access.active >> lane & 1u) != 0 && a.access.address[lane] != b.access.address[lane]) return false;
  return a.warp == b.warp && a.access.active == b.access.active && a.access.bytes == b.access.bytes &&
         a.access.space == b.access.space && a.access.kind == b.access.kind && a.access.site == b.access.site;
}

constexpr const char* kEverySpace = R"(
__constant__ float factors[4];
__device__ float total[64];
__global__ void f(float* out, const int* which) {
  __shared__ float tile[64];
  float own[8];
  for (int i = 0; i < 8; i++) own[(i * which[0]) % 8] = i;
  tile[threadIdx.x] = own[which[threadIdx.x]] * factors[which[threadIdx.x] % 4];
  __syncthreads();
  total[threadIdx.x] += tile[63 - threadIdx.x];
  if (threadIdx.x % 3 != 0) out[threadIdx.x] = total[threadIdx.x];
})";

TEST_F(TraceRunsTest, GivesTheSameEveryTime) {
  std::vector<AccessList> seen;
  for (int run = 0; run < 2; ++run) {
    memories_.clear();
    const std::vector<char> elsewhere(static_cast<std::size_t>(run * 100000));  // moves later allocations
    void* out = buffer(std::vector<float>(64));
    void* which = buffer(std::vector<int>(64, 3));
    seen.push_back(trace(kEverySpace, "f", {out, which}, {.x = 2}, {.x = 64}));
  }
  ASSERT_EQ(seen[0].all.size(), seen[1].all.size());
  for (std::size_t i = 0; i < seen[0].all.size(); ++i) EXPECT_TRUE(same(seen[0].all[i], seen[1].all[i])) << i;
  for (const Space space : {Space::global, Space::shared, Space::local, Space::constant})
    EXPECT_FALSE(seen[0].of(space, AccessKind::load).empty());
}

TEST_F(TraceRunsTest, LetsOsThreadsTraceBlocksOfTheirOwn) {
  const std::string source = R"(
__global__ void f(float* data) {
  __shared__ float tile[64];
  tile[threadIdx.x] = data[blockIdx.x * 64 + threadIdx.x];
  __syncthreads();
  for (int i = 0; i < 100; i++) data[blockIdx.x * 64 + threadIdx.x] += tile[63 - threadIdx.x];
})";
  void* data = buffer(std::vector<float>(4 * 64, 1.0f));
  const HostModule& module = compile({{"probe.cu", source}, {}}, "f");
  const GridLaunch launch = {&module, &module.kernel("f"), {&data}, {.x = 4}, {.x = 64}, 0, "f"};
  std::vector<AccessList> seen(2);
  std::vector<std::thread> threads;
  for (std::size_t sm = 0; sm < 2; ++sm)
    threads.emplace_back([&, sm] {
      BlockTracer tracer(launch, pool_.allocations());
      for (const std::uint64_t block : {sm, sm + 2}) tracer.trace(block, seen[sm]);
    });
  for (std::thread& thread : threads) thread.join();
  ASSERT_EQ(seen[0].all.size(), seen[1].all.size());
  EXPECT_EQ(seen[1].all[0].access.address[0] - seen[0].all[0].access.address[0], 256u);
  EXPECT_EQ(seen[0].barriers, 4u);
  for (int i = 0; i < 256; ++i) EXPECT_EQ(static_cast<float*>(data)[i], 101.0f);
}

TEST_F(TraceRunsTest, SeesAWarpThatIsNotFullAsConverged) {
  const std::string source = "__global__ void f(float* d, const int* n) { if (threadIdx.x < *n) d[threadIdx.x] = 1; }";
  void* data = buffer(std::vector<float>(64));
  const AccessList seen = trace(source, "f", {data, buffer(std::vector<int>{64})}, {}, {.x = 40});
  const auto stores = seen.of(Space::global, AccessKind::store);
  ASSERT_EQ(stores.size(), 2u);
  EXPECT_EQ(stores[1].active, 0xffu);
  EXPECT_EQ(facts_.divergent_requests, 0u);
}

TEST_F(TraceRunsTest, SeesRequestsOfLanesInDifferentBranchesAsDivergent) {
  const std::string source = R"(
__global__ void f(float* d, float* e, const int* n) {
  if (n[threadIdx.x]) d[threadIdx.x] = 1; else e[threadIdx.x * 2] = 2;
  d[threadIdx.x + 32] = 3;
})";
  std::vector<int> choice(32);
  for (std::size_t lane = 0; lane < 32; lane += 2) choice[lane] = 1;
  void* d = buffer(std::vector<float>(64));
  void* e = buffer(std::vector<float>(64));
  const AccessList seen = trace(source, "f", {d, e, buffer(choice)}, {}, {.x = 32});
  const auto stores = seen.of(Space::global, AccessKind::store);
  ASSERT_EQ(stores.size(), 3u);
  EXPECT_EQ(stores[0].active ^ stores[1].active, ~0u);
  EXPECT_EQ(stores[2].active, ~0u);
  EXPECT_GE(facts_.divergent_requests, 1u);
}

TEST_F(TraceRunsTest, ReducesABlockByShuffles) {
  const std::string source = R"(
__global__ void sum(float* total, const float* in) {
  __shared__ float part[8];
  float value = in[threadIdx.x];
  for (int d = 16; d > 0; d /= 2) value += __shfl_down_sync(~0u, value, d);
  if (threadIdx.x % 32 == 0) part[threadIdx.x / 32] = value;
  __syncthreads();
  if (threadIdx.x == 0) {
    for (int i = 1; i < 8; i++) value += part[i];
    atomicAdd(total, value);
  }
})";
  void* total = buffer(std::vector<float>(1));
  const AccessList seen = trace(source, "sum", {total, buffer(std::vector<float>(256, 1.0f))}, {}, {.x = 256});
  EXPECT_EQ(*static_cast<float*>(total), 256.0f);
  EXPECT_EQ(facts_.warp_operations, 8u * 5);
  EXPECT_EQ(seen.shuffles, 8u * 5);
  EXPECT_EQ(facts_.barriers, 8u);
  EXPECT_EQ(seen.of(Space::shared, AccessKind::store).size(), 8u);
  for (const WarpAccess& store : seen.of(Space::shared, AccessKind::store)) EXPECT_EQ(store.active, 1u);
}

TEST_F(TraceRunsTest, TellsShufflesFromOtherWarpOperations) {
  const std::string source = R"(
__global__ void f(double* d) {
  if (__any_sync(~0u, d[threadIdx.x] > 0)) d[threadIdx.x] = __shfl_sync(~0u, d[threadIdx.x], 3);
  __syncwarp();
})";
  const AccessList seen = trace(source, "f", {buffer(std::vector<double>(32, 1.0))}, {}, {.x = 32});
  EXPECT_EQ(seen.shuffles, 2u) << "8 bytes are two words";
  EXPECT_EQ(facts_.warp_operations, 3u);
}

TEST_F(TraceRunsTest, ThrowsWhatTheKernelsOwnCheckSays) {
  void* data = buffer(std::vector<float>(64));
  const std::string source =
      "__global__ void f(float* d) { for (int i = 0; i < 999; i++) d[i % 64] = i; assert(threadIdx.x < 40); }";
  EXPECT_THROW(trace(source, "f", {data}, {}, {.x = 64}), PointFailure);
}

}  // namespace
}  // namespace warpledger
