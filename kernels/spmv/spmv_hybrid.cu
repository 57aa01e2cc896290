// Variant 5. The first WIDTH elements of each row as before, what is left of the longer rows as coordinates, with
// atomics.
//
// What limits it: still some padding, and atomics for the tail; two launches.
// Next variant: no padding at all, by sorting the rows.
#include "ell.h"

__global__ void clear_tail(int* tail_count) { *tail_count = 0; }

// One warp per row: appends what does not fit into WIDTH, in no particular order of rows.
__global__ void fill_tail(int* tail_count, int* tail_rows, int* tail_columns, float* tail_values, const int* starts,
                          const int* columns, const float* values, int rows, int width) {
  const int row = (threadIdx.x + blockIdx.x * blockDim.x) / 32, lane = threadIdx.x % 32;
  if (row >= rows) return;
  const int begin = starts[row] + width, count = starts[row + 1] - begin;
  if (count <= 0) return;
  const int place = __shfl_sync(~0u, lane == 0 ? atomicAdd(tail_count, count) : 0, 0);
  for (int i = lane; i < count; i += 32) {
    tail_rows[place + i] = row;
    tail_columns[place + i] = columns[begin + i];
    tail_values[place + i] = values[begin + i];
  }
}

__global__ void add_tail(float* __restrict__ y, const float* __restrict__ x, const int* __restrict__ tail_count,
                         const int* __restrict__ tail_rows, const int* __restrict__ tail_columns,
                         const float* __restrict__ tail_values) {
  for (int i = threadIdx.x + blockIdx.x * blockDim.x; i < *tail_count; i += blockDim.x * gridDim.x)
    atomicAdd(y + tail_rows[i], tail_values[i] * x[tail_columns[i]]);
}
