// Variant 8. Stripes of rows, each in the order of columns: neighbouring lanes have elements whose columns are
// neighbours, and an SM, which has a stripe, reads each line of x once. Sums of all rows of a stripe are in shared
// memory, where elements in no order of rows are added.
//
// What limits it: an element takes 10 bytes, 2 of them its row, and x is read by each stripe; the atomic additions to
// shared memory. Where columns of neighbouring rows are neighbours anyway, as in a band, it is no help.
#include "csr.h"

constexpr int kLine = 32;  // columns of x in a line of a cache
constexpr int kAtOnce = 8;

// A block orders a stripe. LINE_PLACES: an int for each line of x, of each stripe.
__global__ void fill_stripes(int* line_places, int* moved_columns, float* moved_values, unsigned short* moved_rows,
                             const int* starts, const int* entry_rows, const int* columns, const float* values,
                             int rows, int stripe_rows) {
  __shared__ int before[1024];
  const int lines = (rows - 1) / kLine + 1, first_row = blockIdx.x * stripe_rows;
  int* const places = line_places + 1LL * blockIdx.x * lines;
  const int begin = starts[first_row], end = starts[min(first_row + stripe_rows, rows)];
  for (int line = threadIdx.x; line < lines; line += blockDim.x) places[line] = 0;
  __syncthreads();
  for (int i = begin + threadIdx.x; i < end; i += blockDim.x) atomicAdd(places + columns[i] / kLine, 1);
  __syncthreads();
  make_places(places, lines, begin, before);
  for (int i = begin + threadIdx.x; i < end; i += blockDim.x) {
    const int at = atomicAdd(places + columns[i] / kLine, 1);
    moved_columns[at] = columns[i];
    moved_values[at] = values[i];
    moved_rows[at] = entry_rows[i] - first_row;
  }
}

__global__ void __launch_bounds__(1024)
    spmv_stripes(float* __restrict__ y, const float* __restrict__ x, const int* __restrict__ starts,
                 const int* __restrict__ moved_columns, const float* __restrict__ moved_values,
                 const unsigned short* __restrict__ moved_rows, int rows, int stripe_rows) {
  extern __shared__ float sums[];
  const int first_row = blockIdx.x * stripe_rows, own_rows = min(stripe_rows, rows - first_row);
  const int begin = starts[first_row], end = starts[first_row + own_rows];
  for (int row = threadIdx.x; row < own_rows; row += blockDim.x) sums[row] = 0;
  __syncthreads();
  int i = begin + threadIdx.x;
  for (; i + (kAtOnce - 1) * 1024 < end; i += kAtOnce * 1024) {
    float products[kAtOnce];
    int to[kAtOnce];
#pragma unroll
    for (int k = 0; k < kAtOnce; k++) {
      products[k] = __ldcs(moved_values + i + k * 1024) * x[__ldcs(moved_columns + i + k * 1024)];
      to[k] = __ldcs(moved_rows + i + k * 1024);
    }
#pragma unroll
    for (int k = 0; k < kAtOnce; k++) atomicAdd(sums + to[k], products[k]);
  }
  for (; i < end; i += 1024)
    atomicAdd(sums + __ldcs(moved_rows + i), __ldcs(moved_values + i) * x[__ldcs(moved_columns + i)]);
  __syncthreads();
  for (int row = threadIdx.x; row < own_rows; row += blockDim.x) y[first_row + row] = sums[row];
}
