// A tile in the registers of a block of 256 threads. A warp has as many strips of 128 elements as STRIPS says, and a
// lane 4 neighbours of each strip, so that loads and stores are of 16 bytes and coalesced.

constexpr int strip_elements = 128;

template <int strips>
constexpr int tile_elements = 8 * strips * strip_elements;

struct alignas(16) Four {
  int at[4];
};

// What one thread holds of a tile.
template <int strips>
struct Own {
  Four strip[strips];
};

// Where the calling thread's elements of a tile begin; those of the next strip are strip_elements further on.
template <int strips>
__device__ inline int own_place(int tile) {
  return tile * tile_elements<strips> + threadIdx.x / 32 * (strips * strip_elements) + threadIdx.x % 32 * 4;
}

template <int strips>
__device__ inline bool is_whole(int n, int tile) {
  return (tile + 1) * tile_elements<strips> <= n;
}

// The calling thread's elements of a tile of x[n]; 0 beyond the end.
template <int strips>
__device__ inline Own<strips> loaded(const int* x, int n, int tile) {
  Own<strips> own;
  const int place = own_place<strips>(tile);
  if (is_whole<strips>(n, tile)) {
#pragma unroll
    for (int k = 0; k < strips; k++) own.strip[k] = *reinterpret_cast<const Four*>(x + place + k * strip_elements);
  } else {
#pragma unroll
    for (int k = 0; k < strips; k++)
#pragma unroll
      for (int j = 0; j < 4; j++) {
        const int i = place + k * strip_elements + j;
        own.strip[k].at[j] = i < n ? x[i] : 0;
      }
  }
  return own;
}

// Writes OWN, with BEFORE added to each element, to a tile of y[n].
template <int strips>
__device__ inline void store(int* y, int n, int tile, const Own<strips>& own, int before) {
  const int place = own_place<strips>(tile);
  if (is_whole<strips>(n, tile)) {
#pragma unroll
    for (int k = 0; k < strips; k++) {
      Four out;
#pragma unroll
      for (int j = 0; j < 4; j++) out.at[j] = own.strip[k].at[j] + before;
      *reinterpret_cast<Four*>(y + place + k * strip_elements) = out;
    }
  } else {
#pragma unroll
    for (int k = 0; k < strips; k++)
#pragma unroll
      for (int j = 0; j < 4; j++) {
        const int i = place + k * strip_elements + j;
        if (i < n) y[i] = own.strip[k].at[j] + before;
      }
  }
}

// The sum of all elements of a warp.
template <int strips>
__device__ inline int sum_of_warp(const Own<strips>& own) {
  int sum = 0;
#pragma unroll
  for (int k = 0; k < strips; k++)
#pragma unroll
    for (int j = 0; j < 4; j++) sum += own.strip[k].at[j];
  for (int distance = 16; distance > 0; distance /= 2) sum += __shfl_xor_sync(~0u, sum, distance);
  return sum;
}

// Makes the elements of a warp their prefix sums within the warp. The result is the sum of all of them.
template <int strips>
__device__ inline int scan_in_warp(Own<strips>& own) {
  const int lane = threadIdx.x % 32;
  int carried = 0;
#pragma unroll
  for (int k = 0; k < strips; k++) {
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

// The sum of the elements before a warp in its tile, and what the tile adds up to.
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
