// Which difference of method makes nvbench's medians differ from warpledger's? Times the points of norm.cu in variants:
//
//   nvbench      as nvbench does                only_X     so, but X of `Switch` as warpledger
//   warpledger   as warpledger did              without_X  so, but X as nvbench
//   up_to_X      as nvbench, but all switches to X as warpledger
//   nvbench_again, nvbench_place_N, nvbench_stream_N   as nvbench: the same again, in other memory, on another stream
//
// They take turns at each point, so that a drift of the device is no difference between them. Prints CSV; `clock_mhz`
// is the SM's, from right before to right after the launch.
//
//   nvcc -arch=sm_90 -std=c++20 -O3 -I kernels/norm -o /tmp/method benchmarks/sources/nvbench/method.cu
//   /tmp/method > /tmp/method.csv && awk -f benchmarks/sources/nvbench/method.awk /tmp/method.csv
#include <algorithm>
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

namespace base {  // the kernel files share a header without a guard
#include "norm_base.cu"
}
namespace group {
#include "norm_group.cu"
}

namespace {

// What warpledger does otherwise than nvbench.
enum Switch {
  flush,    // the L2 is flushed by writing twice its size, not once
  places,   // four places of the buffers in memory take turns, each for three samples
  streams,  // 31 non-blocking streams take turns, each for three samples; nvbench has one, blocking, per point
  call,     // before each three samples the constant is copied, persisting lines are reset, and the kernel is executed
  queue,    // the gate is queued right behind the flush; nvbench waits for the flush to end first
  stamp,    // what reads the clocks right before and after is one thread, not a block for each SM
  fill,     // the inputs are random numbers of another generator
  guards,   // a buffer begins 4096 B into its allocation, which is 8192 B larger: until 2026-11-27
  kSwitches
};
constexpr const char* kNames[] = {"flush", "places", "streams", "call", "queue", "stamp", "fill", "guards"};

constexpr int kBlocks = 132;        // and as many SMs
constexpr int kElements = 1 << 22;  // 16 MiB of inputs and 16 MiB of outputs
constexpr int kPlaces = 4, kStreams = 31, kSamplesOfCall = 3, kCallsOfRound = 8, kRounds = 9;

struct Variant {
  std::string name;
  unsigned on = 0;  // bits of Switch
  int place = 0, stream = 0;
  int calls = 0;
  std::vector<float> times_ns = {}, clocks_mhz = {};

  bool has(Switch one) const { return on >> one & 1; }
};

std::vector<Variant> all_variants() {
  constexpr unsigned kAll = (1u << kSwitches) - 1;
  std::vector<Variant> variants = {{"nvbench"}, {"nvbench_again"}};
  for (int i = 1; i < kPlaces; ++i) variants.push_back({"nvbench_place_" + std::to_string(i), 0, i, 0});
  for (int i = 1; i < kPlaces; ++i) variants.push_back({"nvbench_stream_" + std::to_string(i), 0, 0, i});
  for (int i = 0; i < kSwitches; ++i) variants.push_back({std::string("only_") + kNames[i], 1u << i});
  for (int i = 1; i < kSwitches - 1; ++i) variants.push_back({std::string("up_to_") + kNames[i], (2u << i) - 1});
  variants.push_back({"warpledger", kAll});
  for (int i = 0; i < kSwitches; ++i) variants.push_back({std::string("without_") + kNames[i], kAll ^ 1u << i});
  return variants;
}

void check(cudaError_t result) {
  if (result == cudaSuccess) return;
  std::fprintf(stderr, "%s\n", cudaGetErrorString(result));
  std::_Exit(1);  // without waiting for what is behind the gate
}

struct Stamp {
  unsigned long long cycles, timer_ns;
  unsigned sm;
};

__global__ void read_clocks(Stamp* at) {
  Stamp now;
  asm volatile("mov.u32 %0, %%smid;" : "=r"(now.sm));
  if (gridDim.x > 1 && now.sm != 0) return;
  asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(now.timer_ns));
  now.cycles = clock64();
  *at = now;
}

__global__ void wait_for(const volatile unsigned* open) {
  while (*open == 0) continue;
}

__device__ unsigned long long scatter(unsigned long long counter) {
  unsigned long long z = counter + 0x9e3779b97f4a7c15ull;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ull;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebull;
  return z ^ (z >> 31);
}

// As norm.cu, or as runner/backend_cuda/buffer_program.cpp does for uniform(-1, 1).
__global__ void fill_inputs(float* data, bool as_warpledger) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  data[i] = as_warpledger ? -1 + 2 * (static_cast<float>(scatter(1 ^ scatter(i)) >> 40) * 0x1p-24f)
                          : static_cast<float>(i * 2654435761u) / 2147483648.0f - 1.0f;
}

char* on_device(std::size_t bytes) {
  void* address = nullptr;
  check(cudaMalloc(&address, bytes));
  return static_cast<char*>(address);
}

void* pinned(std::size_t bytes) {
  void* address = nullptr;
  check(cudaHostAlloc(&address, bytes, cudaHostAllocMapped));
  return address;
}

struct Pair {
  float *in, *out;

  Pair(bool fill, bool guards) : in(allocated(guards)), out(allocated(guards)) {
    fill_inputs<<<kElements / 256, 256>>>(in, fill);
  }
  static float* allocated(bool guards) {
    const std::size_t guard_bytes = guards ? 4096 : 0;
    return reinterpret_cast<float*>(on_device(kElements * sizeof(float) + 2 * guard_bytes) + guard_bytes);
  }
};

struct Point {
  const char* kernel;
  int d_l, warps;
  void (*function)(float*, const float*);
  const void* constant;

  void copy_constant(cudaStream_t stream) const {
    const int app[] = {d_l, kElements / d_l};
    check(cudaMemcpyToSymbolAsync(constant, app, sizeof app, 0, cudaMemcpyHostToDevice, stream));
  }
};

std::vector<cudaStream_t> made_streams(int count, unsigned flags) {
  std::vector<cudaStream_t> streams(count);
  for (cudaStream_t& stream : streams) check(cudaStreamCreateWithFlags(&stream, flags));
  return streams;
}

struct Timer {
  std::vector<Pair> pairs;  // the first are as norm.cu's
  std::vector<cudaStream_t> all_streams = made_streams(kStreams, cudaStreamNonBlocking);
  std::size_t l2_bytes = 0;
  char* flushed = nullptr;
  unsigned* open = static_cast<unsigned*>(pinned(sizeof(unsigned)));
  Stamp* stamps = static_cast<Stamp*>(pinned(2 * sizeof(Stamp)));
  cudaEvent_t begin, end;

  Timer() {
    for (int i = 0; i < 4 * kPlaces; ++i) pairs.emplace_back(i / kPlaces % 2, i / kPlaces / 2);
    cudaDeviceProp properties;
    check(cudaGetDeviceProperties(&properties, 0));
    l2_bytes = properties.l2CacheSize;
    flushed = on_device(2 * l2_bytes);
    check(cudaEventCreate(&begin));
    check(cudaEventCreate(&end));
    check(cudaDeviceSynchronize());
  }

  void execute(const Variant& variant, const Point& point, const Pair& pair, cudaStream_t stream) const {
    const int blocks = variant.has(stamp) ? 1 : kBlocks;
    read_clocks<<<blocks, 1, 0, stream>>>(stamps);
    check(cudaEventRecord(begin, stream));
    point.function<<<kBlocks, 32 * point.warps, 0, stream>>>(pair.out, pair.in);
    check(cudaGetLastError());
    check(cudaEventRecord(end, stream));
    read_clocks<<<blocks, 1, 0, stream>>>(stamps + 1);
    std::atomic_ref(*open).store(1);
    check(cudaStreamSynchronize(stream));
  }

  void sample(Variant& variant, const Point& point, const Pair& pair, cudaStream_t stream) const {
    check(cudaMemsetAsync(flushed, 0, variant.has(flush) ? 2 * l2_bytes : l2_bytes, stream));
    if (!variant.has(queue)) check(cudaStreamSynchronize(stream));
    std::atomic_ref(*open).store(0);
    wait_for<<<1, 1, 0, stream>>>(open);
    execute(variant, point, pair, stream);
    float time_ms = 0;
    check(cudaEventElapsedTime(&time_ms, begin, end));
    variant.times_ns.push_back(1e6f * time_ms);
    const Stamp &before = stamps[0], &after = stamps[1];
    if (before.sm == after.sm && after.timer_ns > before.timer_ns)
      variant.clocks_mhz.push_back(1e3f * (after.cycles - before.cycles) / (after.timer_ns - before.timer_ns));
  }

  void take_round(Variant& variant, const Point& point, const std::vector<cudaStream_t>& of_point) const {
    for (int i = 0; i < kCallsOfRound; ++i, ++variant.calls) {
      const int place = variant.has(places) ? variant.calls % kPlaces : variant.place;
      const Pair& pair = pairs[(2 * variant.has(guards) + variant.has(fill)) * kPlaces + place];
      const cudaStream_t stream =
          variant.has(streams) ? all_streams[variant.calls % kStreams] : of_point[variant.stream];
      if (variant.has(call)) {
        check(cudaCtxResetPersistingL2Cache());
        point.copy_constant(stream);
      }
      if (variant.has(call) || i == 0) execute(variant, point, pair, stream);  // nvbench too begins with one
      for (int k = 0; k < kSamplesOfCall; ++k) sample(variant, point, pair, stream);
    }
  }

  void measure(const Point& point) const {
    const std::vector<cudaStream_t> of_point = made_streams(kPlaces, cudaStreamDefault);
    std::vector<Variant> variants = all_variants();
    point.copy_constant(of_point.front());
    for (int round = 0; round < kRounds; ++round)
      for (Variant& variant : variants) take_round(variant, point, of_point);
    for (const Variant& variant : variants)
      std::printf("%s,%s,%d,%d,%zu,%.0f,%.0f\n", variant.name.c_str(), point.kernel, point.d_l, point.warps,
                  variant.times_ns.size(), median(variant.times_ns), median(variant.clocks_mhz));
    for (const cudaStream_t stream : of_point) check(cudaStreamDestroy(stream));
  }

  static double median(std::vector<float> values) {
    if (values.empty()) return 0;
    std::nth_element(values.begin(), values.begin() + values.size() / 2, values.end());
    return values[values.size() / 2];
  }
};

}  // namespace

int main() {
  using namespace base;
  using namespace group;
  const Timer timer;
  std::puts("variant,kernel,d_l,warps,samples,median_ns,clock_mhz");
  for (const int d_l : {8, 32, 128, 1024})
    for (const int warps : {8, 32}) {
      const auto function = d_l == 8 ? norm_base<8> : d_l == 32 ? norm_base<32> : norm_base<0>;
      timer.measure({"norm_base", d_l, warps, function, &base::c_app});
      const auto grouped = d_l == 8 ? norm_group<8, 8> : d_l == 32 ? norm_group<32, 8> : norm_group<0, 8>;
      timer.measure({"norm_group", d_l, warps, grouped, &group::c_app});
    }
}
