// A tile of the image in shared memory, as wide as a block's 32 outputs and the mask's halo.

template <int mask>
constexpr int kTileCols = 32 + mask - 1;

// Loads ROWS rows of the image from FIRST_ROW and FIRST_COL on, which may lie outside of it. Row after row as one list,
// so that only the last step has threads without work.
template <int mask>
__device__ inline void load_tile(float* tile, int rows, const float* __restrict__ in, int height, int width,
                                 int first_row, int first_col) {
  for (int i = threadIdx.x + threadIdx.y * 32; i < rows * kTileCols<mask>; i += 32 * blockDim.y)
    tile[i] = pixel(in, height, width, first_row + i / kTileCols<mask>, first_col + i % kTileCols<mask>);
}
