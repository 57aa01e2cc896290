// What NVIDIA's library takes for the same product, with compressed rows.
#include <cuda_runtime_api.h>
#include <cusparse.h>

#include <stdexcept>

#include "csr.h"

const char* build_rows(cudaStream_t stream, int* starts, int* entry_rows, int* columns, float* values, int kind,
                       int rows, int mean) {
  set_lengths<<<(rows + 255) / 256, 256, 0, stream>>>(starts, kind, rows, mean);
  scan_starts<<<1, 1024, 0, stream>>>(starts, rows);
  fill_entries<<<(rows + 7) / 8, 256, 0, stream>>>(entry_rows, columns, values, starts, kind, rows, mean);
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

const char* spmv_cusparse(cudaStream_t stream, float* y, float* x, int* starts, int* columns, float* values, int rows,
                          int nonzeros) {
  static Kept kept;
  const float one = 1, zero = 0;
  cusparseSpMatDescr_t a = nullptr;
  cusparseDnVecDescr_t in = nullptr, out = nullptr;
  std::size_t bytes = 0;
  check(cusparseSetStream(kept.handle, stream));
  check(cusparseCreateCsr(&a, rows, rows, nonzeros, starts, columns, values, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_32I,
                          CUSPARSE_INDEX_BASE_ZERO, CUDA_R_32F));
  check(cusparseCreateDnVec(&in, rows, x, CUDA_R_32F));
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
