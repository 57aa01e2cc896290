// The launches that build a matrix before the clock starts: COLUMNS and VALUES row after row, STARTS[r] where row r
// begins, and for each element its row. All other formats are made from these.
#include "matrix.h"

__global__ void set_lengths(int* starts, int kind, int rows, int mean) {
  const int row = threadIdx.x + blockIdx.x * blockDim.x;
  if (row == 0) starts[rows] = 0;
  if (row < rows) starts[row] = row_length(matrix_of(kind, rows, mean), row);
}

// Makes each of COUNT lengths the place where it begins, from FIRST on. A block of 1024 threads: each adds up its own
// run, thread 0 the runs. BEFORE: 1024 ints of shared memory.
__device__ inline void make_places(int* lengths, int count, int first, int* before) {
  const int own = (count - 1) / 1024 + 1;
  const int begin = min(static_cast<int>(threadIdx.x) * own, count), end = min(begin + own, count);
  int sum = 0;
  for (int i = begin; i < end; i++) sum += lengths[i];
  before[threadIdx.x] = sum;
  __syncthreads();
  if (threadIdx.x == 0) {
    for (int i = 0, all = first; i < 1024; i++) {
      const int here = before[i];
      before[i] = all;
      all += here;
    }
  }
  __syncthreads();
  sum = before[threadIdx.x];
  for (int i = begin; i < end; i++) {
    const int here = lengths[i];
    lengths[i] = sum;
    sum += here;
  }
  __syncthreads();
}

// Makes lengths starts. One block of 1024 threads.
__global__ void scan_starts(int* starts, int rows) {
  __shared__ int before[1024];
  make_places(starts, rows + 1, 0, before);
}

// One warp per row.
__global__ void fill_entries(int* entry_rows, int* columns, float* values, const int* starts, int kind, int rows,
                             int mean) {
  const Matrix a = matrix_of(kind, rows, mean);
  const int row = (threadIdx.x + blockIdx.x * blockDim.x) / 32;
  if (row >= rows) return;
  for (int k = threadIdx.x % 32; k < starts[row + 1] - starts[row]; k += 32) {
    const int at = starts[row] + k;
    entry_rows[at] = row;
    columns[at] = column(a, row, k);
    values[at] = value(row, k);
  }
}
