// What several kernels of this family share: reading from a matrix that a tile may reach beyond.

// The element at (row, col) of a row-major matrix; 0 outside.
__device__ inline float element_or_0(const float* __restrict__ matrix, int rows, int cols, int row, int col) {
  return row < rows && col < cols ? matrix[1LL * row * cols + col] : 0;
}
