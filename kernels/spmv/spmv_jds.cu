// Variant 6. Jagged diagonals, transposed: rows sorted by length, the longest first, then column after column. A column
// ends where the rows do, so nothing is padded; a warp's rows are about as long as each other, and it reads coalesced.
//
// What limits it: the access to x, as in all variants. Neighbours of a sorted matrix are none in x: where columns were
// near the row, as in a band, sorting may take that away. y is written in the order of the sort. And the longest rows
// are all in the first blocks: with a power law, on an H200, the other SMs idle half of the time.
#include "csr.h"

__global__ void clear_lengths(int* length_places, int longest) {
  const int length = threadIdx.x + blockIdx.x * blockDim.x;
  if (length <= longest) length_places[length] = 0;
}

__global__ void count_lengths(int* length_places, const int* starts, int rows) {
  const int row = threadIdx.x + blockIdx.x * blockDim.x;
  if (row < rows) atomicAdd(length_places + starts[row + 1] - starts[row], 1);
}

// Makes the number of rows of each length the place of the first of them; and where each section, of all elements k,
// begins. One thread.
__global__ void place_lengths(int* length_places, int* section_starts, int rows, int longest) {
  int longer = 0;
  for (int length = longest; length >= 0; length--) {
    const int count = length_places[length];
    length_places[length] = longer;
    longer += count;
  }
  section_starts[0] = 0;
  for (int k = 0; k < longest; k++) section_starts[k + 1] = section_starts[k] + length_places[k];
}

// LENGTH_PLACES: is moved on past each row that is placed.
__global__ void fill_sections(int* length_places, int* row_order, int* jds_columns, float* jds_values,
                              const int* section_starts, const int* starts, const int* columns, const float* values,
                              int rows) {
  const int row = threadIdx.x + blockIdx.x * blockDim.x;
  if (row >= rows) return;
  const int length = starts[row + 1] - starts[row];
  const int place = atomicAdd(length_places + length, 1);
  row_order[place] = row;
  for (int k = 0; k < length; k++) {
    jds_columns[section_starts[k] + place] = columns[starts[row] + k];
    jds_values[section_starts[k] + place] = values[starts[row] + k];
  }
}

__global__ void spmv_jds(float* __restrict__ y, const float* __restrict__ x, const int* __restrict__ row_order,
                         const int* __restrict__ section_starts, const int* __restrict__ jds_columns,
                         const float* __restrict__ jds_values, int rows, int longest) {
  const int place = threadIdx.x + blockIdx.x * blockDim.x;
  if (place >= rows) return;
  float sum = 0;
  for (int k = 0; k < longest && section_starts[k + 1] - section_starts[k] > place; k++) {
    const int at = section_starts[k] + place;
    sum += jds_values[at] * x[jds_columns[at]];
  }
  y[row_order[place]] = sum;
}
