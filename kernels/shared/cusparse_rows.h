// For library programs of families that have `include: shared`: what NVIDIA's library takes for a product with compressed
// rows.
#pragma once

#include <cuda_runtime_api.h>
#include <cusparse.h>

#include <cstddef>
#include <stdexcept>

inline void check(cusparseStatus_t status) {
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

// y = A x, of a matrix in fp32 whose row r has the elements from OFFSETS[r] up to OFFSETS[r + 1].
inline void multiply_rows(cudaStream_t stream, float* y, float* x, int* offsets, int* column_indices, float* values,
                          int rows, int columns, int nonzeros) {
  static Kept kept;
  const float one = 1, zero = 0;
  cusparseSpMatDescr_t a = nullptr;
  cusparseDnVecDescr_t in = nullptr, out = nullptr;
  std::size_t bytes = 0;
  check(cusparseSetStream(kept.handle, stream));
  check(cusparseCreateCsr(&a, rows, columns, nonzeros, offsets, column_indices, values, CUSPARSE_INDEX_32I,
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
}
