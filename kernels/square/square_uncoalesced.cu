// Variant 2. Four elements per thread; neighbouring threads are 16 bytes apart. A warp's load touches 16 sectors for
// 128 bytes and uses 8 bytes of each. The other 24 bytes are wanted a quarter of the array later, by other blocks, when
// the sector has left the caches: each sector moves four times, both ways. One that leaves L2 with new bytes in a part
// of it is read for the rest, so that stores cost four reads as well.
//
// What limits it: device memory, with six times the bytes. The next variant changes the indices and nothing else.
__global__ void square_uncoalesced(float* __restrict__ out, const float* __restrict__ in, int n) {
  const int groups = n / 4 + (n % 4 != 0);  // of four neighbouring elements
  const int group = threadIdx.x + blockIdx.x * blockDim.x;
  if (group >= groups) return;
  int at[4];
  float own[4];
#pragma unroll
  for (int k = 0; k < 4; k++) {
    const int away = group + k * (groups / 4);
    at[k] = 4 * (away < groups ? away : away - groups) + k;
    if (at[k] < n) own[k] = in[at[k]];
  }
#pragma unroll
  for (int k = 0; k < 4; k++)
    if (at[k] < n) out[at[k]] = own[k] * own[k];
}
