// What the toolkit's library takes for the same prefix sums.
#include <cub/device/device_scan.cuh>

#include "cub_storage.h"

const char* scan_cub(cudaStream_t stream, int* y, const int* x, int n) {
  return with_storage([=](void* storage, std::size_t& bytes) {
    return cub::DeviceScan::InclusiveSum(storage, bytes, x, y, n, stream);
  });
}
