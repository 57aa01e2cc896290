// What the toolkit's library takes to add up the products of each row. It has no sparse product of its own any more.
#include <cub/device/device_segmented_reduce.cuh>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/transform_iterator.h>

#include "cub_storage.h"
#include "quantize.h"

const char* build_weights(cudaStream_t stream, signed char* weights, float* largest, const float* values,
                          int nonzeros) {
  find_largest<<<1, 1024, 0, stream>>>(largest, values, nonzeros);
  quantize<<<(nonzeros + 255) / 256, 256, 0, stream>>>(weights, values, largest, nonzeros);
  const cudaError_t error = cudaGetLastError();
  return error == cudaSuccess ? nullptr : cudaGetErrorString(error);
}

struct Product {
  const float* x;
  const int* columns;
  const signed char* weights;
  const float* largest;

  __device__ float operator()(int i) const { return step_of(*largest) * weights[i] * x[columns[i]]; }
};

const char* csr_cub(cudaStream_t stream, float* y, const float* x, const int* offsets, const int* columns,
                    const signed char* weights, const float* largest, int rows) {
  const auto products =
      thrust::make_transform_iterator(thrust::make_counting_iterator(0), Product{x, columns, weights, largest});
  return with_storage([=](void* storage, std::size_t& bytes) {
    return cub::DeviceSegmentedReduce::Sum(storage, bytes, products, y, rows, offsets, offsets + 1, stream);
  });
}
