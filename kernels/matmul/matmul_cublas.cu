// What NVIDIA's library takes for the same product. It knows matrices column by column, in which C is B times A.
#include <cublas_v2.h>
#include <cuda_fp16.h>

constexpr float kOne = 1, kZero = 0;

const char* problem(cublasStatus_t status) {
  return status == CUBLAS_STATUS_SUCCESS ? nullptr : cublasGetStatusString(status);
}

// One for the process: to make it takes milliseconds, which are not in the time, as every point runs before it is timed.
cublasStatus_t handle_on(cudaStream_t stream, cublasHandle_t& handle) {
  static cublasHandle_t only = nullptr;
  const cublasStatus_t status = only == nullptr ? cublasCreate(&only) : CUBLAS_STATUS_SUCCESS;
  handle = only;
  return status == CUBLAS_STATUS_SUCCESS ? cublasSetStream(handle, stream) : status;
}

const char* matmul_cublas(cudaStream_t stream, float* c, const float* a, const float* b, int m, int n, int k) {
  cublasHandle_t handle;
  if (const char* what = problem(handle_on(stream, handle))) return what;
  return problem(cublasSgemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, n, m, k, &kOne, b, n, a, k, &kZero, c, n));
}

__global__ void round_to_half(__half* __restrict__ to, const float* __restrict__ from, long long elements) {
  for (long long i = threadIdx.x + 1LL * blockIdx.x * blockDim.x; i < elements; i += 1LL * blockDim.x * gridDim.x)
    to[i] = __float2half_rn(from[i]);
}

const char* round_factor(cudaStream_t stream, __half* to, const float* from, long long elements) {
  round_to_half<<<1024, 256, 0, stream>>>(to, from, elements);
  const cudaError_t error = cudaGetLastError();
  return error == cudaSuccess ? nullptr : cudaGetErrorString(error);
}

const char* matmul_cublas_half(cudaStream_t stream, float* c, const __half* a, const __half* b, int m, int n, int k) {
  cublasHandle_t handle;
  if (const char* what = problem(handle_on(stream, handle))) return what;
  return problem(cublasGemmEx(handle, CUBLAS_OP_N, CUBLAS_OP_N, n, m, k, &kOne, b, CUDA_R_16F, n, a, CUDA_R_16F, k,
                              &kZero, c, CUDA_R_32F, n, CUBLAS_COMPUTE_32F, CUBLAS_GEMM_DEFAULT));
}
