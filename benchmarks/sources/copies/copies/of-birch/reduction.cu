// Per-warp sums first, then one warp adds those.
__device__ inline float addAcrossLanes(float v)
{
    int hop = 16;
    while (hop > 0) {
        v = v + __shfl_down_sync(~0u, v, hop);
        hop = hop / 2;
    }
    return v;
}

__global__ void reduction_atomics(float* __restrict__ total, const float* __restrict__ in, int n)
{
    __shared__ float partial[32];
    const int whole = blockDim.x * gridDim.x;
    auto fetch = [&](int where) { return where < n ? in[where] : 0.f; };
    const auto row = threadIdx.x >> 5;
    const auto column = threadIdx.x & 31u;

    float acc = 0.f;
    for (int from = blockDim.x * blockIdx.x; from < n; from += whole) {
        acc += fetch(from + threadIdx.x);
    }

    acc = addAcrossLanes(acc);
    if (column == 0) partial[row] = acc;
    __syncthreads();
    if (row != 0) return;
    const float answer = addAcrossLanes(column < blockDim.x / 32 ? partial[column] : 0.f);
    if (column == 0) atomicAdd(total, answer);
}
