// The launches that build a matrix before the clock starts: COLUMNS and VALUES row after row, STARTS[r] where row r
// begins, and for each element its row. All other formats are made from these.
#include "matrix.h"

__global__ void set_lengths(int* starts, int kind, int rows, int mean) {
  const int row = threadIdx.x + blockIdx.x * blockDim.x;
  if (row == 0) starts[0] = 0;
  if (row < rows) starts[row + 1] = row_length(matrix_of(kind, rows, mean), row);
}

// Makes lengths starts. One block of 1024 threads: each adds up its own run, thread 0 the runs.
__global__ void scan_starts(int* starts, int rows) {
  __shared__ int before[1024];
  const int own = (rows - 1) / 1024 + 1;
  const int begin = min(static_cast<int>(threadIdx.x) * own, rows), end = min(begin + own, rows);
  int sum = 0;
  for (int row = begin; row < end; row++) sum += starts[row + 1];
  before[threadIdx.x] = sum;
  __syncthreads();
  if (threadIdx.x == 0) {
    int all = 0;
    for (int& of_run : before) {
      const int here = of_run;
      of_run = all;
      all += here;
    }
  }
  __syncthreads();
  sum = before[threadIdx.x];
  for (int row = begin; row < end; row++) starts[row + 1] = sum += starts[row + 1];
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
