// Which bin a byte belongs into, and a block's own counters.
constexpr int kMostBins = 256;

__device__ inline int bin_of(unsigned value, int bins) { return value * bins / kMostBins; }

// Sets the block's counters to 0. All its threads call this.
__device__ inline void clear(unsigned* own, int bins) {
  for (int b = threadIdx.x; b < bins; b += blockDim.x) own[b] = 0;
  __syncthreads();
}

// Adds the block's counters to those of all. All its threads call this.
__device__ inline void merge(unsigned* counts, const unsigned* own, int bins) {
  __syncthreads();
  for (int b = threadIdx.x; b < bins; b += blockDim.x)
    if (own[b] > 0) atomicAdd(&counts[b], own[b]);
}
