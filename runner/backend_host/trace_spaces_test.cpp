// Memory space and GPU address of traced accesses.
#include <numeric>

#include "backend_host/trace_fixture.h"

namespace warpledger {
namespace {

class TraceSpacesTest : public TraceTest {};

TEST_F(TraceSpacesTest, PutsStaticSharedMemoryBeforeDynamic) {
  const std::string source = R"(
extern __shared__ float dynamic[];
__global__ void both(float* out) {
  __shared__ float fixed[32];
  fixed[threadIdx.x] = 1;
  dynamic[threadIdx.x] = 2;
  __syncthreads();
  out[threadIdx.x] = fixed[31 - threadIdx.x] + dynamic[31 - threadIdx.x];
})";
  void* out = buffer(std::vector<float>(32));
  const AccessList seen = trace(source, "both", {out}, {}, {.x = 32}, 128);
  std::set<std::uint64_t> firsts;
  for (const WarpAccess& store : seen.of(Space::shared, AccessKind::store)) firsts.insert(store.address[0]);
  EXPECT_EQ(firsts, (std::set<std::uint64_t>{0, 128}));
  EXPECT_EQ(seen.of(Space::shared, AccessKind::load).size(), 2u);
  EXPECT_EQ(static_cast<float*>(out)[5], 3.0f);
}

TEST_F(TraceSpacesTest, SeesEveryAccessToVolatileSharedMemory) {
  const std::string source = R"(
__global__ void f(float* out) {
  volatile __shared__ float s[32];
  s[threadIdx.x] = 1;
  float sum = s[threadIdx.x];
  sum += s[threadIdx.x];
  out[threadIdx.x] = sum;
})";
  const AccessList seen = trace(source, "f", {buffer(std::vector<float>(32))}, {}, {.x = 32});
  EXPECT_EQ(seen.of(Space::shared, AccessKind::load).size(), 2u);
  EXPECT_EQ(seen.of(Space::shared, AccessKind::store).size(), 1u);
}

TEST_F(TraceSpacesTest, TellsConstantFromDeviceVariables) {
  const std::string source = R"(
__constant__ float factors[4];
const __device__ float table[64] = {1, 2, 3};
__device__ float total[32];
__global__ void f(float* out, int* which) {
  const int w = which[threadIdx.x];
  total[threadIdx.x] = factors[w % 4];
  out[threadIdx.x] = table[w];
})";
  void* out = buffer(std::vector<float>(32));
  void* which = buffer(std::vector<int>(32, 1));
  const AccessList seen = trace(source, "f", {out, which}, {}, {.x = 32});
  EXPECT_EQ(seen.of(Space::constant, AccessKind::load).size(), 2u);
  EXPECT_EQ(seen.of(Space::global, AccessKind::load).size(), 1u);
  EXPECT_EQ(seen.of(Space::global, AccessKind::store).size(), 2u);
}

TEST_F(TraceSpacesTest, LaysLocalArraysOutAsAGpuDoes) {
  const std::string source = R"(
__global__ void f(float* out, const int* which) {
  float own[64];
  for (int i = 0; i < 64; i++) own[(i * which[0]) % 64] = i;
  out[threadIdx.x] = own[which[threadIdx.x]];
})";
  void* out = buffer(std::vector<float>(32));
  void* which = buffer(std::vector<int>(32, 3));
  const AccessList seen = trace(source, "f", {out, which}, {}, {.x = 32});
  const auto loads = seen.of(Space::local, AccessKind::load);
  ASSERT_EQ(loads.size(), 1u);
  EXPECT_EQ(loads[0].active, ~0u);
  EXPECT_EQ(sectors_of(loads[0]), 4u) << "the same word of all lanes is one line";
  EXPECT_EQ(seen.of(Space::local, AccessKind::store).size(), 64u);
}

TEST_F(TraceSpacesTest, CountsAnAtomicOnceAndNotAsALoad) {
  const std::string source = R"(
__global__ void f(float* sum, int* counts, unsigned* most) {
  atomicAdd(sum, 1.0f);
  atomicAdd(&counts[threadIdx.x % 4], 1);
  atomicMax(most, threadIdx.x);
})";
  void* sum = buffer(std::vector<float>(1));
  void* counts = buffer(std::vector<int>(4));
  void* most = buffer(std::vector<unsigned>(1));
  const AccessList seen = trace(source, "f", {sum, counts, most}, {}, {.x = 64});
  EXPECT_EQ(seen.of(Space::global, AccessKind::atomic).size(), 6u);
  EXPECT_EQ(facts_.requests, 6u);
  EXPECT_EQ(facts_.lanes(Space::global, AccessKind::atomic), 192u);
  EXPECT_EQ(*static_cast<float*>(sum), 64.0f);
  EXPECT_EQ(static_cast<int*>(counts)[3], 16);
  EXPECT_EQ(*static_cast<unsigned*>(most), 63u);
}

TEST_F(TraceSpacesTest, TakesLdgForALoad) {
  const std::string source =
      "__global__ void f(float4* o, const float4* a) { o[threadIdx.x] = __ldg(a + threadIdx.x); }";
  void* out = buffer(std::vector<float>(128));
  void* in = buffer(std::vector<float>(128));
  const AccessList seen = trace(source, "f", {out, in}, {}, {.x = 32});
  ASSERT_EQ(seen.all.size(), 2u);
  EXPECT_EQ(seen.all[0].access.kind, AccessKind::load);
  EXPECT_EQ(seen.all[0].access.bytes, 16u);
}

TEST_F(TraceSpacesTest, TakesAnAsynchronousCopyForALoadAndAStoreToSharedMemory) {
  const std::string source = R"(
__global__ void f(float* out, const float4* in) {
  __shared__ float4 tile[32];
  __pipeline_memcpy_async(&tile[threadIdx.x], in + threadIdx.x, sizeof(float4));
  __pipeline_commit();
  __pipeline_wait_prior(0);
  __syncthreads();
  out[threadIdx.x] = tile[31 - threadIdx.x].y;
})";
  std::vector<float> values(128);
  std::iota(values.begin(), values.end(), 0.0f);
  void* out = buffer(std::vector<float>(32));
  const AccessList seen = trace(source, "f", {out, buffer(values)}, {}, {.x = 32});
  const auto loads = seen.of(Space::global, AccessKind::load);
  const auto stores = seen.of(Space::shared, AccessKind::store);
  ASSERT_EQ(loads.size(), 1u);
  ASSERT_EQ(stores.size(), 1u);
  EXPECT_EQ(loads[0].bytes, 16u);
  EXPECT_EQ(stores[0].bytes, 16u);
  EXPECT_EQ(static_cast<float*>(out)[0], 125.0f);
}

TEST_F(TraceSpacesTest, TakesAStructApartAsItsAlignmentDemands) {
  const std::string source = R"(
struct Eight { float v[8]; };
struct alignas(16) Aligned { float v[8]; };
template <class T> __global__ void copy(T* out, const T* in) { out[threadIdx.x] = in[threadIdx.x]; })";
  std::vector<float> values(256, 7.0f);
  for (const std::string type : {"Eight", "Aligned"}) {
    void* out = buffer(std::vector<float>(256));
    const AccessList seen = trace(source, "copy<" + type + ">", {out, buffer(values)}, {}, {.x = 32});
    const std::size_t pieces = type == "Eight" ? 8 : 2;
    EXPECT_EQ(seen.of(Space::global, AccessKind::load).size(), pieces) << type;
    EXPECT_EQ(seen.of(Space::global, AccessKind::store).size(), pieces) << type;
    EXPECT_EQ(facts_.lanes(Space::global, AccessKind::load), 32 * pieces) << type;
    EXPECT_EQ(static_cast<float*>(out)[255], 7.0f) << type;
  }
}

TEST_F(TraceSpacesTest, SeesACopyBetweenOverlappingPlaces) {
  const std::string source = "__global__ void f(float* a, const int* n) { __builtin_memmove(a + 1, a, *n * 4); }";
  void* data = buffer(std::vector<float>{1, 2, 3, 4, 5});
  const AccessList seen = trace(source, "f", {data, buffer(std::vector<int>{4})}, {}, {.x = 1});
  EXPECT_GE(seen.of(Space::global, AccessKind::store).size(), 4u);
  for (int i = 1; i < 5; ++i) EXPECT_EQ(static_cast<float*>(data)[i], static_cast<float>(i));
}

TEST_F(TraceSpacesTest, SeesTheStoresOfALoopThatFillsMemory) {
  const std::string source =
      "__global__ void f(float* out, const int* n) { for (int i = 0; i < *n; i++) out[threadIdx.x * 64 + i] = 0; }";
  void* out = buffer(std::vector<float>(2048, 1.0f));
  const AccessList seen = trace(source, "f", {out, buffer(std::vector<int>{64})}, {}, {.x = 32});
  EXPECT_EQ(facts_.lanes(Space::global, AccessKind::store), 2048u);
  EXPECT_EQ(seen.of(Space::global, AccessKind::store).size(), 64u);
}

TEST_F(TraceSpacesTest, AcceptsEveryWayToMakeAFloat4) {
  const std::string source = R"(
union Both { float4 whole; float part[4]; };
__device__ float4 operator+(float4 a, float4 b) { return {a.x + b.x, a.y + b.y, a.z + b.z, a.w + b.w}; }
__global__ void f(float4* out, const float4* in) {
  Both both;
  both.whole = in[threadIdx.x] + float4{1, 2, 3, 4};
  float* second = &both.whole.y;
  *second += both.part[0];
  out[threadIdx.x] = threadIdx.x < 16 ? both.whole : make_float4(0, 0, 0, 0);
})";
  void* out = buffer(std::vector<float>(128));
  const AccessList seen = trace(source, "f", {out, buffer(std::vector<float>(128, 10.0f))}, {}, {.x = 32});
  EXPECT_EQ(seen.all.size(), 2u);
  EXPECT_EQ(seen.all.back().access.bytes, 16u);
  EXPECT_EQ(static_cast<float*>(out)[1], 23.0f);
}

TEST_F(TraceSpacesTest, DropsWhatIsNoMemoryOfAGpu) {
  const AccessList seen = trace("__global__ void f(int* out) { out[threadIdx.x] = blockDim.x; }", "f",
                                {buffer(std::vector<int>(32))}, {}, {.x = 32});
  EXPECT_EQ(seen.all.size(), 1u);
  EXPECT_GT(facts_.dropped_lane_accesses, 0u) << "the argument is read from the runner's memory";
}

}  // namespace
}  // namespace warpledger
