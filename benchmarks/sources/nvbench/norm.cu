// The points of experiments/beside-nvbench.yaml under nvbench: the same kernel files, grids and buffers, a cold L2.
// `scripts/bench nvbench` says how it is built and run.
#include <cstdint>
#include <utility>

#include <nvbench/nvbench.cuh>

namespace base {  // the kernel files share a header without a guard
#include "norm_base.cu"
}
namespace group {
#include "norm_group.cu"
}

namespace {

constexpr int elements = 1 << 22;  // 16 MiB of inputs and 16 MiB of outputs
constexpr int blocks = 132;

__global__ void fill(float* data) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  data[i] = static_cast<float>(i * 2654435761u) / 2147483648.0f - 1.0f;
}

struct Buffers {
  float* in = nullptr;
  float* out = nullptr;
};

// One pair for all states: what allocating costs is not measured.
const Buffers& buffers() {
  static const Buffers both = [] {
    Buffers made;
    NVBENCH_CUDA_CALL(cudaMalloc(&made.in, elements * sizeof(float)));
    NVBENCH_CUDA_CALL(cudaMalloc(&made.out, elements * sizeof(float)));
    fill<<<elements / 256, 256>>>(made.in);
    NVBENCH_CUDA_CALL(cudaDeviceSynchronize());
    return made;
  }();
  return both;
}

template <typename Kernel>
void measure(nvbench::state& state, Kernel kernel) {
  const Buffers& both = buffers();
  const int threads = 32 * static_cast<int>(state.get_int64("warps"));
  state.exec([&](nvbench::launch& launch) { kernel<<<blocks, threads, 0, launch.get_stream()>>>(both.out, both.in); });
}

void norm_base(nvbench::state& state) {
  const int d_l = static_cast<int>(state.get_int64("d_l"));
  const base::App app = {d_l, elements / d_l};
  NVBENCH_CUDA_CALL(cudaMemcpyToSymbol(base::c_app, &app, sizeof app));
  measure(state, d_l == 8 ? base::norm_base<8> : d_l == 32 ? base::norm_base<32> : base::norm_base<0>);
}

void norm_group(nvbench::state& state) {
  const int d_l = static_cast<int>(state.get_int64("d_l"));
  const group::App app = {d_l, elements / d_l};
  NVBENCH_CUDA_CALL(cudaMemcpyToSymbol(group::c_app, &app, sizeof app));
  measure(state, d_l == 8 ? group::norm_group<8, 8> : d_l == 32 ? group::norm_group<32, 8> : group::norm_group<0, 8>);
}

}  // namespace

NVBENCH_BENCH(norm_base).add_int64_axis("d_l", {8, 32, 128, 1024}).add_int64_axis("warps", {8, 32});
NVBENCH_BENCH(norm_group).add_int64_axis("d_l", {8, 32, 128, 1024}).add_int64_axis("warps", {8, 32});
NVBENCH_MAIN
