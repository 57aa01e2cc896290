// Variant 6, for matrices whose rows are no multiple of anything. A row of out begins at any of the eight words of a
// sector. Where a tile writes part of a sector, the rest comes from another block and later, so that device memory is
// written, or even read and written, for parts of sectors. Here each row of out has tiles of its own: they begin up to
// seven elements earlier, where a sector begins, so that all of a tile's sectors are written as a whole. For that a
// block reads seven rows more than it writes of any column, which the L2 has.
//
// What limits it: device memory, and 4 bytes per access: rows of in begin anywhere as well.

constexpr int kTile = 64;
constexpr int kSector = 8;  // floats
constexpr int kRowsRead = kTile + kSector - 1;
constexpr int kLoads = (kRowsRead + 7) / 8;  // of a thread, from each half of the tile's columns

__global__ void __launch_bounds__(256)
    transpose_shifted(float* __restrict__ out, const float* __restrict__ in, int rows, int cols) {
  __shared__ float tile[kRowsRead][kTile + 1];
  const int row0 = blockIdx.y * kTile;  // of the tile as it is before it is shifted
  const int col0 = blockIdx.x * kTile;
  float own[kLoads][2];  // all loads of a thread are in flight before the first of them is stored
#pragma unroll
  for (int k = 0; k < kLoads; k++) {
    const int row = row0 - (kSector - 1) + threadIdx.y + 8 * k;
    const bool inside = row >= 0 && row < rows && threadIdx.y + 8 * k < kRowsRead;
#pragma unroll
    for (int half = 0; half < 2; half++) {
      const int col = col0 + threadIdx.x + 32 * half;
      own[k][half] = inside && col < cols ? in[1LL * row * cols + col] : 0;
    }
  }
#pragma unroll
  for (int k = 0; k < kLoads; k++)
    if (threadIdx.y + 8 * k < kRowsRead) {
      tile[threadIdx.y + 8 * k][threadIdx.x] = own[k][0];
      tile[threadIdx.y + 8 * k][threadIdx.x + 32] = own[k][1];
    }
  __syncthreads();
#pragma unroll
  for (int c = threadIdx.y; c < kTile; c += 8) {
    if (col0 + c >= cols) break;
    const long long at = 1LL * (col0 + c) * rows + row0;  // where row0 goes
    const int shift = static_cast<int>(at % kSector);
#pragma unroll
    for (int k = threadIdx.x; k < kTile; k += 32) {
      const int row = row0 - shift + k;
      if (row >= 0 && row < rows) out[at - shift + k] = tile[kSector - 1 - shift + k][c];
    }
  }
}
