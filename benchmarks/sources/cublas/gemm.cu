// What cuBLAS makes of the product that the experiment matmul ends with: N x N x N, fp32 on the FP32 units (no TF32),
// and fp16 factors with fp32 sums on the tensor cores. One line of CSV each: the median of 20 launches after a warm-up.
//
//   nvcc -O3 -std=c++20 -o /tmp/gemm benchmarks/sources/cublas/gemm.cu -lcublas && /tmp/gemm [N]
#include <cublas_v2.h>
#include <cuda_fp16.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>

constexpr int kWarmUp = 5, kLaunches = 20;

void require(bool good, const char* what) {
  if (good) return;
  std::fprintf(stderr, "gemm: %s failed: %s\n", what, cudaGetErrorString(cudaGetLastError()));
  std::exit(1);
}

// Neither zeros nor one value: what the factors are decides how much power the units draw, and so the clock.
template <class T>
__global__ void fill(T* matrix, long long elements, unsigned seed) {
  for (long long i = threadIdx.x + 1LL * blockIdx.x * blockDim.x; i < elements; i += 1LL * blockDim.x * gridDim.x) {
    unsigned bits = (static_cast<unsigned>(i) + seed) * 2654435761u;
    bits = (bits ^ bits >> 15) * 2246822519u;
    matrix[i] = static_cast<T>(static_cast<float>(bits ^ bits >> 13) * 0x1p-31f - 1);
  }
}

template <class T>
T* matrix_of(int n, unsigned seed) {
  T* matrix = nullptr;
  require(cudaMalloc(&matrix, sizeof(T) * n * n) == cudaSuccess, "cudaMalloc");
  fill<<<1024, 256>>>(matrix, 1LL * n * n, seed);
  return matrix;
}

template <class Launch>
double median_us(Launch launch) {
  std::array<cudaEvent_t, kLaunches + 1> events;
  for (cudaEvent_t& event : events) require(cudaEventCreate(&event) == cudaSuccess, "cudaEventCreate");
  for (int i = 0; i < kWarmUp; ++i) require(launch() == CUBLAS_STATUS_SUCCESS, "a warm-up");
  cudaEventRecord(events[0]);
  for (int i = 0; i < kLaunches; ++i) {
    require(launch() == CUBLAS_STATUS_SUCCESS, "a launch");
    cudaEventRecord(events[i + 1]);
  }
  require(cudaDeviceSynchronize() == cudaSuccess, "the launches");
  std::array<float, kLaunches> times_ms;
  for (int i = 0; i < kLaunches; ++i) cudaEventElapsedTime(&times_ms[i], events[i], events[i + 1]);
  std::sort(times_ms.begin(), times_ms.end());
  return 1e3 * (times_ms[kLaunches / 2 - 1] + times_ms[kLaunches / 2]) / 2;
}

void print(const char* what, int n, double us) { std::printf("%s,%d,%.1f,%.0f\n", what, n, us, 2e-3 * n * n * n / us); }

int main(int argc, char** argv) {
  const int n = argc > 1 ? std::atoi(argv[1]) : 4096;
  require(n > 0, "reading N");
  cublasHandle_t handle;
  require(cublasCreate(&handle) == CUBLAS_STATUS_SUCCESS, "cublasCreate");
  const float one = 1, zero = 0;
  float* const c = matrix_of<float>(n, 0);
  std::printf("product,n,us,GFLOP/s\n");

  // cuBLAS counts by columns: B times A there is A times B by rows. In its default mode it takes TF32 for no fp32
  // factors.
  const float* const a = matrix_of<float>(n, 1);
  const float* const b = matrix_of<float>(n, 2);
  print("cublasSgemm", n, median_us([&] {
          return cublasSgemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, n, n, n, &one, b, n, a, n, &zero, c, n);
        }));

  const __half* const a_half = matrix_of<__half>(n, 1);
  const __half* const b_half = matrix_of<__half>(n, 2);
  print("cublasGemmEx fp16 to fp32", n, median_us([&] {
          return cublasGemmEx(handle, CUBLAS_OP_N, CUBLAS_OP_N, n, n, n, &one, b_half, CUDA_R_16F, n, a_half, CUDA_R_16F,
                              n, &zero, c, CUDA_R_32F, n, CUBLAS_COMPUTE_32F, CUBLAS_GEMM_DEFAULT);
        }));
}
