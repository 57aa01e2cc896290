// Measures the tracing speed on one core.
#include <fmt/format.h>

#include <cstring>
#include <ctime>
#include <filesystem>

#include "backend_host/block_tracer.h"
#include "backend_host/host_memory.h"
#include "backend_host/traced_build.h"
#include "l1_model/block_trace.h"

namespace warpledger {
namespace {

/// The least work of any user.
class LaneCount : public AccessSink {
 public:
  void access(std::uint32_t /*warp*/, const WarpAccess& one) override { sum += one.address[0]; }
  void barrier(std::uint32_t /*warp*/) override {}
  std::uint64_t sum = 0;
};

/// Counts sectors and bank conflicts.
class ModelInput : public AccessSink {
 public:
  explicit ModelInput(BlockTrace& trace) : trace_(trace) {}
  void access(std::uint32_t warp, const WarpAccess& one) override { trace_.add(warp, one); }
  void barrier(std::uint32_t warp) override { trace_.barrier(warp); }

 private:
  BlockTrace& trace_;
};

constexpr const char* kAffine = R"(
__global__ void affine(float* h_qkv, const float* w_qkv, const float* h_in, int) {
  for (int i = threadIdx.x + blockIdx.x * blockDim.x; i < 96 * 2048; i += gridDim.x * blockDim.x) {
    float q = 0;
    for (int k = 0; k < 32; k++) q += w_qkv[i % 96 * 32 + k] * h_in[i / 96 * 32 + k];
    h_qkv[i] = q;
  }
})";

template <class Trace>
void print_speed(const char* what, BlockTracer& tracer, Trace trace_block) {
  const auto lanes = [&tracer] {
    return tracer.facts().lanes(Space::global, AccessKind::load) +
           tracer.facts().lanes(Space::global, AccessKind::store);
  };
  const std::uint64_t before = lanes();
  const std::clock_t begin = std::clock();  // of this process only
  for (int pass = 0; pass < 8; ++pass)
    for (std::uint64_t block = 0; block < 64; ++block) trace_block(block);
  const double time_s = static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;
  fmt::print("{}: {} lane accesses in {:.3f} s, {:.0f} million a second\n", what, lanes() - before, time_s,
             static_cast<double>(lanes() - before) / time_s / 1e6);
}

void run(const std::string& cache_dir) {
  const std::vector<std::string> functions = {"affine"};
  const Program program = {{"affine.cu", kAffine}, {}};
  const std::string object = compile_traced(find_host_compiler(), {.cuda_arch = 890, .max_dynamic_shared_bytes = 1024},
                                            program, functions, cache_dir);
  const HostModule module(object, GpuCode({}, program, functions, 89), std::nullopt);
  MemoryPool pool(std::uint64_t{1} << 30);
  std::vector<std::unique_ptr<Memory>> memories;
  std::vector<void*> pointers;
  for (const std::size_t count : {96 * 2048, 96 * 32, 2048 * 32}) {
    memories.push_back(pool.allocate(count * sizeof(float)));
    pointers.push_back(address_of({memories.back().get(), 0}, 0));
    std::memset(pointers.back(), 0, count * sizeof(float));
  }
  std::vector<void*> arguments;
  for (void*& pointer : pointers) arguments.push_back(&pointer);
  int nothing = 0;
  arguments.push_back(&nothing);
  const GridLaunch launch = {&module, &module.kernel("affine"), arguments, {.x = 64}, {.x = 256}, 0, "affine"};
  BlockTracer tracer(launch, pool.allocations());
  LaneCount sink;
  print_speed("trace and merge", tracer, [&](std::uint64_t block) { tracer.trace(block, sink); });
  PatternTable patterns;
  print_speed("with sectors and conflicts", tracer, [&](std::uint64_t block) {
    BlockTrace trace(patterns, 8);
    ModelInput into(trace);
    tracer.trace(block, into);
  });
}

}  // namespace
}  // namespace warpledger

int main() {
  const std::string cache_dir = std::filesystem::temp_directory_path() / "warpledger-trace-bench";
  warpledger::run(cache_dir);
  std::filesystem::remove_all(cache_dir);
}
