// What NVIDIA's library takes for the same product. It multiplies weights of 8 bits with an x of 8 bits only, so that it
// gets the rounded weights as fp32, four times as many bytes.
#include <cuda_runtime_api.h>
#include <cusparse.h>

#include <stdexcept>

#include "weights.h"

__global__ void find_largest(float* largest, const float* values, int nonzeros) {
  const float of_all = largest_of(values, nonzeros);
  if (threadIdx.x == 0) *largest = of_all;
}

__global__ void round_weights(float* rounded, const float* values, const float* largest, int nonzeros) {
  const int i = threadIdx.x + blockIdx.x * blockDim.x;
  if (i < nonzeros) rounded[i] = step_of(*largest) * rounded_weight(values[i], *largest);
}

const char* build_rounded(cudaStream_t stream, float* rounded, float* largest, const float* values, int nonzeros) {
  find_largest<<<1, 1024, 0, stream>>>(largest, values, nonzeros);
  round_weights<<<(nonzeros + 255) / 256, 256, 0, stream>>>(rounded, values, largest, nonzeros);
  const cudaError_t error = cudaGetLastError();
  return error == cudaSuccess ? nullptr : cudaGetErrorString(error);
}

void check(cusparseStatus_t status) {
  if (status != CUSPARSE_STATUS_SUCCESS) throw std::runtime_error(cusparseGetErrorString(status));
}

// The library's handle and the memory that it asks for last as long as the process: each point runs before it is timed.
struct Kept {
  cusparseHandle_t handle = nullptr;
  void* storage = nullptr;
  std::size_t bytes = 0;

  Kept() { check(cusparseCreate(&handle)); }
  void* storage_of(std::size_t wanted) {
    if (wanted <= bytes) return storage;
    cudaFree(storage);
    bytes = 0;
    if (cudaMalloc(&storage, wanted) != cudaSuccess) throw std::runtime_error("no memory for cuSPARSE");
    bytes = wanted;
    return storage;
  }
};

const char* csr_cusparse(cudaStream_t stream, float* y, float* x, int* offsets, int* column_indices, float* rounded,
                         int rows, int columns, int nonzeros) {
  static Kept kept;
  const float one = 1, zero = 0;
  cusparseSpMatDescr_t a = nullptr;
  cusparseDnVecDescr_t in = nullptr, out = nullptr;
  std::size_t bytes = 0;
  check(cusparseSetStream(kept.handle, stream));
  check(cusparseCreateCsr(&a, rows, columns, nonzeros, offsets, column_indices, rounded, CUSPARSE_INDEX_32I,
                          CUSPARSE_INDEX_32I, CUSPARSE_INDEX_BASE_ZERO, CUDA_R_32F));
  check(cusparseCreateDnVec(&in, columns, x, CUDA_R_32F));
  check(cusparseCreateDnVec(&out, rows, y, CUDA_R_32F));
  check(cusparseSpMV_bufferSize(kept.handle, CUSPARSE_OPERATION_NON_TRANSPOSE, &one, a, in, &zero, out, CUDA_R_32F,
                                CUSPARSE_SPMV_ALG_DEFAULT, &bytes));
  check(cusparseSpMV(kept.handle, CUSPARSE_OPERATION_NON_TRANSPOSE, &one, a, in, &zero, out, CUDA_R_32F,
                     CUSPARSE_SPMV_ALG_DEFAULT, kept.storage_of(bytes)));
  check(cusparseDestroyDnVec(out));
  check(cusparseDestroyDnVec(in));
  check(cusparseDestroySpMat(a));
  return nullptr;
}
