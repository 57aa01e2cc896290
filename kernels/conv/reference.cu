// Reference result: the definition in double precision, from the same fp32 weights, one thread per output.
//
// What limits it: not relevant; it only has to be obviously correct.
#include "mask.h"

__global__ void conv_reference(double* out, const float* in, int height, int width, int mask) {
  const long long pixels = 1LL * height * width, threads = blockDim.x * gridDim.x;
  for (long long i = threadIdx.x + blockIdx.x * blockDim.x; i < pixels; i += threads) {
    const int row = i / width - mask / 2, col = i % width - mask / 2;
    double sum = 0;
    for (int y = 0; y < mask; y++)
      for (int x = 0; x < mask; x++)
        sum += static_cast<double>(weight(y * mask + x, mask * mask)) * pixel(in, height, width, row + y, col + x);
    out[i] = sum;
  }
}
