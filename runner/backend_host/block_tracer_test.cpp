#include "backend_host/block_tracer.h"

#include <numeric>

#include "backend_host/trace_fixture.h"

namespace warpledger {
namespace {

class BlockTracerTest : public TraceTest {};

TEST_F(BlockTracerTest, MakesOneRequestOfWhatTheLanesOfAWarpDoTogether) {
  const std::string source = R"(
__global__ void copy(float* out, const float* in) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = in[i] + 1;
})";
  void* out = buffer(std::vector<float>(256));
  void* in = buffer(std::vector<float>(256, 2.5f));
  const AccessList seen = trace(source, "copy", {out, in}, {.x = 2}, {.x = 128});
  ASSERT_EQ(seen.all.size(), 16u);
  for (std::size_t i = 0; i < 16; ++i) {
    const WarpAccess& access = seen.all[i].access;
    EXPECT_EQ(seen.all[i].warp, i / 2 % 4);
    EXPECT_EQ(access.kind, i % 2 == 0 ? AccessKind::load : AccessKind::store);
    EXPECT_EQ(access.active, ~0u);
    EXPECT_EQ(access.bytes, 4u);
    EXPECT_EQ(access.address[7] - access.address[0], 28u);
    EXPECT_EQ(sectors_of(access), 4u);
  }
  EXPECT_EQ(static_cast<float*>(out)[255], 3.5f);
  EXPECT_EQ(facts_.divergent_requests, 0u);
  EXPECT_EQ(facts_.lanes(Space::global, AccessKind::load), 256u);
}

TEST_F(BlockTracerTest, SeesBothLoadsAndTheStoreOfAReadModifyWrite) {
  const std::string source = R"(
__global__ void add(float* o, const float* a) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  o[i] += a[i];
})";
  void* out = buffer(std::vector<float>(1024));
  void* in = buffer(std::vector<float>(1024));
  const AccessList seen = trace(source, "add", {out, in}, {.x = 4}, {.x = 256});
  EXPECT_EQ(seen.of(Space::global, AccessKind::load).size(), 64u);
  EXPECT_EQ(seen.of(Space::global, AccessKind::store).size(), 32u);
}

TEST_F(BlockTracerTest, KeepsSixteenByteAccessesWhole) {
  const std::string source = R"(
__global__ void copy(float4* out, const float4* in) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = in[i];
})";
  void* out = buffer(std::vector<float>(131072 * 4));
  void* in = buffer(std::vector<float>(131072 * 4));
  const AccessList seen = trace(source, "copy", {out, in}, {.x = 512}, {.x = 256});
  EXPECT_EQ(seen.all.size(), 8192u);
  EXPECT_EQ(facts_.lanes(Space::global, AccessKind::load), 131072u);
  for (const SeenAccess& one : seen.all) ASSERT_EQ(one.access.bytes, 16u);
}

TEST_F(BlockTracerTest, BringsLanesWithDifferentTripCountsTogetherAgain) {
  // Every fourth lane runs the inner loop 64 times, enough to touch all four sectors of a request; the others leave
  // earlier and must wait.
  const std::string source = R"(
__global__ void nested(float* out, const float* in, const int* trips) {
  const int lane = threadIdx.x % 32;
  for (int i = 0; i < trips[0]; i++) {
    float sum = 0;
#pragma clang loop unroll(disable)
    for (int j = 0; j < trips[lane]; j++) sum += in[(i * 64 + j) * 32 + lane];
    out[i * 32 + lane] = sum;
  }
})";
  std::vector<int> trips(32);
  for (std::size_t lane = 0; lane < 32; ++lane) trips[lane] = static_cast<int>(34 + lane % 4 * 10);
  trips[0] = 32;  // also the iterations of the outer loop
  void* counts = buffer(trips);
  void* out = buffer(std::vector<float>(32 * 32));
  void* in = buffer(std::vector<float>(32 * 64 * 32, 1.0f));
  const std::uint64_t in_begins = pool_.allocations().back().gpu_address;
  const AccessList seen = trace(source, "nested", {out, in, counts}, {}, {.x = 32});
  std::size_t requests = 0;
  std::size_t sectors = 0;
  for (const WarpAccess& load : seen.of(Space::global, AccessKind::load)) {
    if (load.address[31] < in_begins) continue;
    ++requests;
    sectors += sectors_of(load);
  }
  EXPECT_EQ(requests, 2048u);
  EXPECT_EQ(sectors, 4 * requests);
  const auto stores = seen.of(Space::global, AccessKind::store);
  EXPECT_EQ(stores.size(), 32u);
  for (const WarpAccess& store : stores) EXPECT_EQ(store.active, ~0u);
  EXPECT_EQ(static_cast<float*>(out)[31], 64.0f);
  EXPECT_GT(facts_.divergent_requests, 0u);
}

TEST_F(BlockTracerTest, HoldsLanesThatWouldBeginTheNextPassBeforeTheOthers) {
  // A lane that leaves the inner loop accesses nothing until its next iteration begins, at a lower site.
  const std::string source = R"(
__global__ void nested(float* out, const float* heads, const float* in, const int* trips) {
  const int lane = threadIdx.x % 32;
  float sum = 0;
  for (int i = 0; i < trips[31]; i++) {
    const float head = heads[i * 32 + lane];
#pragma clang loop unroll(disable)
    for (int j = 0; j < trips[lane]; j++) sum += head * in[j * 32 + lane];
  }
  out[lane] = sum;
})";
  void* heads = buffer(std::vector<float>(32 * 32, 1.0f));
  void* in = buffer(std::vector<float>(32 * 32, 1.0f));
  void* out = buffer(std::vector<float>(32));
  std::vector<int> trips(32);
  std::iota(trips.begin(), trips.end(), 1);
  const AccessList seen = trace(source, "nested", {out, heads, in, buffer(trips)}, {}, {.x = 32});
  const std::uint64_t heads_begin = pool_.allocations()[0].gpu_address;
  std::size_t requests = 0;
  for (const WarpAccess& load : seen.of(Space::global, AccessKind::load)) {
    const auto lane = static_cast<std::size_t>(std::countr_zero(load.active));
    if (load.address[lane] - heads_begin >= std::uint64_t{32} * 32 * 4) continue;
    ++requests;
    EXPECT_EQ(load.active, ~0u);
  }
  EXPECT_EQ(requests, 32u);
}

TEST_F(BlockTracerTest, CountsTheConflictsOfATranspose) {
  const std::string source = R"(
template <int padding>
__global__ void transpose(float* out, const float* in) {
  __shared__ float tile[32][32 + padding];
  tile[threadIdx.y][threadIdx.x] = in[threadIdx.y * 32 + threadIdx.x];
  __syncthreads();
  out[threadIdx.y * 32 + threadIdx.x] = tile[threadIdx.x][threadIdx.y];
})";
  std::vector<float> matrix(1024);
  std::iota(matrix.begin(), matrix.end(), 0.0f);
  void* in = buffer(matrix);
  void* out = buffer(std::vector<float>(1024));
  for (const int padding : {0, 1}) {
    const std::string function = padding == 0 ? "transpose<0>" : "transpose<1>";
    const AccessList seen = trace(source, function, {out, in}, {}, {.x = 32, .y = 32});
    const auto loads = seen.of(Space::shared, AccessKind::load);
    const auto stores = seen.of(Space::shared, AccessKind::store);
    ASSERT_EQ(loads.size(), 32u);
    ASSERT_EQ(stores.size(), 32u);
    for (const WarpAccess& load : loads) EXPECT_EQ(conflicts_of(load), padding == 0 ? 31u : 0u);
    for (const WarpAccess& store : stores) EXPECT_EQ(conflicts_of(store), 0u);
    EXPECT_EQ(seen.barriers, 32u);
    EXPECT_EQ(static_cast<float*>(out)[32], 1.0f);
  }
}

}  // namespace
}  // namespace warpledger
