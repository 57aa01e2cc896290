// For library programs of families that have `include: shared`.
#include <cuda_runtime_api.h>

#include <cstddef>

// Calls a function of CUB's, CALL(storage, bytes), with as much memory as it asks for. That is kept from call to call,
// so that none is taken while the clock runs: every point runs before it is timed.
template <class Call>
const char* with_storage(const Call& call) {
  static void* storage = nullptr;
  static std::size_t kept = 0;
  std::size_t bytes = 0;
  cudaError_t error = call(nullptr, bytes);
  if (error == cudaSuccess && bytes > kept) {
    cudaFree(storage);
    error = cudaMalloc(&storage, bytes);
    kept = error == cudaSuccess ? bytes : 0;
  }
  if (error == cudaSuccess) error = call(storage, bytes);
  return error == cudaSuccess ? nullptr : cudaGetErrorString(error);
}
