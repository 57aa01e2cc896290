// Variant 5. 16 bytes per access, everywhere: a thread reads 4 x 4 elements as four vectors, turns them around in its
// registers, and the tile of 64 x 64 goes through shared memory in vectors, swizzled so that the eight threads that are
// served together find eight different groups of four banks.
//
// What limits it: device memory. 64 bytes per thread are in flight, four times those of variant 4, for fewer
// instructions.

constexpr int kTile = 64;
constexpr int kVectors = kTile / 4;  // of a row of the tile; the block is kVectors x kVectors threads

__global__ void transpose_vector(float* __restrict__ out, const float* __restrict__ in, int rows, int cols) {
  __shared__ float4 tile[kTile][kVectors];  // [column of in][group of four rows ^ column / 4]
  const int x = threadIdx.x;
  const int y = threadIdx.y;
  const int row0 = blockIdx.y * kTile;
  const int col0 = blockIdx.x * kTile;

  if (row0 + 4 * y < rows && col0 + 4 * x < cols) {  // rows and columns are multiples of 4
    float4 row[4];
#pragma unroll
    for (int k = 0; k < 4; k++)
      row[k] = *reinterpret_cast<const float4*>(&in[1LL * (row0 + 4 * y + k) * cols + col0 + 4 * x]);
    tile[4 * x][y ^ x] = make_float4(row[0].x, row[1].x, row[2].x, row[3].x);
    tile[4 * x + 1][y ^ x] = make_float4(row[0].y, row[1].y, row[2].y, row[3].y);
    tile[4 * x + 2][y ^ x] = make_float4(row[0].z, row[1].z, row[2].z, row[3].z);
    tile[4 * x + 3][y ^ x] = make_float4(row[0].w, row[1].w, row[2].w, row[3].w);
  }
  __syncthreads();
#pragma unroll
  for (int k = 0; k < kTile; k += kVectors) {
    const int c = y + k;
    if (col0 + c < cols && row0 + 4 * x < rows)
      *reinterpret_cast<float4*>(&out[1LL * (col0 + c) * rows + row0 + 4 * x]) = tile[c][x ^ (c / 4)];
  }
}
