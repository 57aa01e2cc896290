// The launches that make weights of 8 bits before the clock starts.
#include "weights.h"

// One block.
__global__ void find_largest(float* largest, const float* values, int nonzeros) {
  const float of_all = largest_of(values, nonzeros);
  if (threadIdx.x == 0) *largest = of_all;
}

__global__ void quantize(signed char* weights, const float* values, const float* largest, int nonzeros) {
  const int i = threadIdx.x + blockIdx.x * blockDim.x;
  if (i < nonzeros) weights[i] = static_cast<signed char>(rounded_weight(values[i], *largest));
}
