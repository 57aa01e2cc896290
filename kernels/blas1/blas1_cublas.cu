// What NVIDIA's library takes for the same problems. Its axpy adds to y in place, so that y is copied first: the copy is in
// the time, as it would be in a program that keeps y.
#include <cublas_v2.h>

cublasStatus_t handle_on(cudaStream_t stream, cublasHandle_t& handle) {
  static cublasHandle_t only = nullptr;  // one for the process: to make it takes milliseconds
  const cublasStatus_t status = only == nullptr ? cublasCreate(&only) : CUBLAS_STATUS_SUCCESS;
  handle = only;
  return status == CUBLAS_STATUS_SUCCESS ? cublasSetStream(handle, stream) : status;
}

const char* problem(cublasStatus_t status) {
  return status == CUBLAS_STATUS_SUCCESS ? nullptr : cublasGetStatusString(status);
}

const char* axpy_cublas(cudaStream_t stream, float* z, const float* x, const float* y, float a, int n) {
  cublasHandle_t handle;
  if (const char* what = problem(handle_on(stream, handle))) return what;
  const cudaError_t copied = cudaMemcpyAsync(z, y, sizeof(float) * n, cudaMemcpyDeviceToDevice, stream);
  if (copied != cudaSuccess) return cudaGetErrorString(copied);
  return problem(cublasSaxpy(handle, n, &a, x, 1, z, 1));
}

const char* dot_cublas(cudaStream_t stream, float* total, const float* x, const float* y, int n) {
  cublasHandle_t handle;
  cublasStatus_t status = handle_on(stream, handle);
  if (status == CUBLAS_STATUS_SUCCESS) status = cublasSetPointerMode(handle, CUBLAS_POINTER_MODE_DEVICE);
  if (status == CUBLAS_STATUS_SUCCESS) status = cublasSdot(handle, n, x, 1, y, 1, total);
  if (status == CUBLAS_STATUS_SUCCESS) status = cublasSetPointerMode(handle, CUBLAS_POINTER_MODE_HOST);
  return problem(status);
}
