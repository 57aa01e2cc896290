// Variant 5. Every thread has as much to do, whatever the rows are: the ends of rows and the elements, merged in their
// order, are cut into equal parts (Merrill and Garland, SC16). A row that goes on in the next part leaves its sum so far,
// which is added when all blocks have written the rows that end with them: a cooperative launch, whose blocks can wait
// for each other.
//
// What limits it: a thread reads its part one element after the other, a part apart from its neighbour; two searches, a
// synchronization of the grid, and atomics for the rows that were cut.
#include <cooperative_groups.h>

#include "quantize.h"

namespace cg = cooperative_groups;

// How many of the first DIAGONAL things of the merged order are ends of rows: an end comes behind its row's elements.
__device__ inline int ends_before(int diagonal, const int* offsets, int rows, int nonzeros) {
  int low = max(diagonal - nonzeros, 0), high = min(diagonal, rows);
  while (low < high) {
    const int row = (low + high) / 2;
    if (offsets[row + 1] <= diagonal - row - 1)
      low = row + 1;
    else
      high = row;
  }
  return low;
}

__global__ void csr_by_merge(float* __restrict__ y, const float* __restrict__ x, const int* __restrict__ offsets,
                             const int* __restrict__ columns, const signed char* __restrict__ weights,
                             const float* __restrict__ largest, int* __restrict__ cut_rows, float* __restrict__ cut_sums,
                             int rows, int nonzeros) {
  const float step = step_of(*largest);
  const int threads = gridDim.x * blockDim.x, own = threadIdx.x + blockIdx.x * blockDim.x;
  const int part = (rows + nonzeros - 1) / threads + 1;
  const int begin = min(own * part, rows + nonzeros), end = min(begin + part, rows + nonzeros);
  int row = ends_before(begin, offsets, rows, nonzeros);
  float sum = 0;
  for (int i = begin - row, left = end - begin; left > 0; left--) {
    if (i < offsets[row + 1]) {
      sum += weights[i] * x[columns[i]];
      i++;
    } else {
      y[row] = step * sum;
      row++;
      sum = 0;
    }
  }
  cut_rows[own] = row;
  cut_sums[own] = step * sum;
  cg::this_grid().sync();
  if (cut_sums[own] != 0) atomicAdd(y + cut_rows[own], cut_sums[own]);
}
