// NVIDIA's library for products of fp8 factors. It knows matrices column by column, in which C is the transpose of B times
// A: both factors have columns of k. Sums are as the tensor cores keep them (fast accumulation), as in matmul_fp8.
#include <cublasLt.h>

#include "round_and_pad_fp8.h"

struct Product {
  int m = 0, n = 0, k = 0;
  cublasLtHandle_t handle = nullptr;
  cublasLtMatmulDesc_t description = nullptr;
  cublasLtMatrixLayout_t a = nullptr, b = nullptr, c = nullptr;
  cublasLtMatmulHeuristicResult_t chosen = {};
};

constexpr size_t kWorkspaceBytes = 32 << 20;

cublasStatus_t describe(Product& p) {
  const cublasOperation_t transposed = CUBLAS_OP_T;
  const int8_t fast = 1;
  cublasStatus_t status = cublasLtCreate(&p.handle);
  const auto then = [&status](auto call) {
    if (status == CUBLAS_STATUS_SUCCESS) status = call();
  };
  then([&] { return cublasLtMatmulDescCreate(&p.description, CUBLAS_COMPUTE_32F, CUDA_R_32F); });
  then([&] {
    return cublasLtMatmulDescSetAttribute(p.description, CUBLASLT_MATMUL_DESC_TRANSA, &transposed, sizeof transposed);
  });
  then([&] {
    return cublasLtMatmulDescSetAttribute(p.description, CUBLASLT_MATMUL_DESC_FAST_ACCUM, &fast, sizeof fast);
  });
  then([&] { return cublasLtMatrixLayoutCreate(&p.b, CUDA_R_8F_E4M3, p.k, p.n, p.k); });
  then([&] { return cublasLtMatrixLayoutCreate(&p.a, CUDA_R_8F_E4M3, p.k, p.m, p.k); });
  then([&] { return cublasLtMatrixLayoutCreate(&p.c, CUDA_R_32F, p.n, p.m, p.n); });
  cublasLtMatmulPreference_t preference = nullptr;
  then([&] { return cublasLtMatmulPreferenceCreate(&preference); });
  then([&] {
    return cublasLtMatmulPreferenceSetAttribute(preference, CUBLASLT_MATMUL_PREF_MAX_WORKSPACE_BYTES, &kWorkspaceBytes,
                                                sizeof kWorkspaceBytes);
  });
  int found = 0;
  then([&] {
    return cublasLtMatmulAlgoGetHeuristic(p.handle, p.description, p.b, p.a, p.c, p.c, preference, 1, &p.chosen, &found);
  });
  return status == CUBLAS_STATUS_SUCCESS && found == 0 ? CUBLAS_STATUS_NOT_SUPPORTED : status;
}

// Chosen once for a shape, which takes longer than the product.
cublasStatus_t product_of(int m, int n, int k, Product& product) {
  static Product last;
  if (last.m != m || last.n != n || last.k != k) {
    last = {m, n, k};
    const cublasStatus_t status = describe(last);
    if (status != CUBLAS_STATUS_SUCCESS) return status;
  }
  product = last;
  return CUBLAS_STATUS_SUCCESS;
}

const char* round_factor_fp8(cudaStream_t stream, __nv_fp8_e4m3* to, const float* from, int rows, int k, int padded,
                             long long row_step, long long k_step) {
  round_and_pad_fp8<<<1024, 256, 0, stream>>>(to, from, rows, k, padded, row_step, k_step);
  const cudaError_t error = cudaGetLastError();
  return error == cudaSuccess ? nullptr : cudaGetErrorString(error);
}

const char* matmul_cublaslt_fp8(cudaStream_t stream, float* c, const __nv_fp8_e4m3* a, const __nv_fp8_e4m3* b,
                                unsigned char* workspace, int m, int n, int k) {
  constexpr float kOne = 1, kZero = 0;
  Product product;
  cublasStatus_t status = product_of(m, n, k, product);
  if (status == CUBLAS_STATUS_SUCCESS)
    status = cublasLtMatmul(product.handle, product.description, &kOne, b, product.b, a, product.a, &kZero, c,
                            product.c, c, product.c, &product.chosen.algo, workspace, kWorkspaceBytes, stream);
  return status == CUBLAS_STATUS_SUCCESS ? nullptr : cublasLtGetStatusString(status);
}
