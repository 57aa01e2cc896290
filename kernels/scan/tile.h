// A tile of 4096 elements in the registers of a block of 256 threads. A warp has 512 of them as 4 strips of 128, and a
// lane 4 neighbours of each strip, so that loads and stores are of 16 bytes and coalesced.

constexpr int tile_elements = 4096, warp_elements = 512, strip_elements = 128;

struct alignas(16) Four {
  int at[4];
};

// What one thread holds of a tile.
struct Own {
  Four strip[4];
};

// Where the calling thread's elements of a strip begin.
__device__ inline int own_place(int tile, int strip) {
  return tile * tile_elements + threadIdx.x / 32 * warp_elements + strip * strip_elements + threadIdx.x % 32 * 4;
}

// The calling thread's elements of a tile of x[n]; 0 beyond the end.
__device__ inline Own loaded(const int* x, int n, int tile) {
  Own own;
#pragma unroll
  for (int k = 0; k < 4; k++) {
    const int place = own_place(tile, k);
    if (place + 4 <= n) {
      own.strip[k] = *reinterpret_cast<const Four*>(x + place);
    } else {
#pragma unroll
      for (int j = 0; j < 4; j++) own.strip[k].at[j] = place + j < n ? x[place + j] : 0;
    }
  }
  return own;
}

// Writes OWN, with BEFORE added to each element, to a tile of y[n].
__device__ inline void store(int* y, int n, int tile, const Own& own, int before) {
#pragma unroll
  for (int k = 0; k < 4; k++) {
    const int place = own_place(tile, k);
    Four out;
#pragma unroll
    for (int j = 0; j < 4; j++) out.at[j] = own.strip[k].at[j] + before;
    if (place + 4 <= n) {
      *reinterpret_cast<Four*>(y + place) = out;
    } else {
#pragma unroll
      for (int j = 0; j < 4; j++)
        if (place + j < n) y[place + j] = out.at[j];
    }
  }
}

// Makes the elements of a warp their prefix sums within the warp. The result is the sum of all of them.
__device__ inline int scan_in_warp(Own& own) {
  const int lane = threadIdx.x % 32;
  int carried = 0;
#pragma unroll
  for (int k = 0; k < 4; k++) {
    int(&at)[4] = own.strip[k].at;
#pragma unroll
    for (int j = 1; j < 4; j++) at[j] += at[j - 1];
    int sum = at[3];  // of this lane and those before it
#pragma unroll
    for (int distance = 1; distance < 32; distance *= 2) {
      const int other = __shfl_up_sync(~0u, sum, distance);
      if (lane >= distance) sum += other;
    }
    const int before = carried + sum - at[3];
#pragma unroll
    for (int j = 0; j < 4; j++) at[j] += before;
    carried += __shfl_sync(~0u, sum, 31);
  }
  return carried;
}

// What stands before a warp in its tile, and what the tile adds up to.
struct Sums {
  int before, all;
};

// From the sum of each of the eight warps. No warp may still be in an earlier call.
__device__ inline Sums exchanged(int warp_sum) {
  __shared__ int of_warp[8];
  if (threadIdx.x % 32 == 0) of_warp[threadIdx.x / 32] = warp_sum;
  __syncthreads();
  Sums sums{0, 0};
#pragma unroll
  for (int warp = 0; warp < 8; warp++) {
    if (warp < threadIdx.x / 32) sums.before += of_warp[warp];
    sums.all += of_warp[warp];
  }
  return sums;
}
