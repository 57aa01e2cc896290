/* Loads four floats at once where the address allows it, then the elements that are left. */
__device__ __forceinline__ float sum4(const float4& q) { return (q.x + q.y) + (q.z + q.w); }

__global__ void reduction_atomics(float* __restrict__ total, const float* __restrict__ in, int n)
{
    const int quads = n / 4;
    const int gid = threadIdx.x + blockDim.x * blockIdx.x;
    const int gsize = gridDim.x * blockDim.x;
    const float4* wide = reinterpret_cast<const float4*>(in);

    float acc = 0.0f;
    if ((reinterpret_cast<size_t>(in) & 15) == 0) {
        for (int k = gid; k < quads; k += gsize)
            acc += sum4(wide[k]);
        for (int k = 4 * quads + gid; k < n; k += gsize)
            acc += in[k];
    } else {
        for (int k = gid; k < n; k += gsize)
            acc += in[k];
    }

    // one atomic a warp is few enough
    acc += __shfl_xor_sync(0xffffffff, acc, 16);
    acc += __shfl_xor_sync(0xffffffff, acc, 8);
    acc += __shfl_xor_sync(0xffffffff, acc, 4);
    acc += __shfl_xor_sync(0xffffffff, acc, 2);
    acc += __shfl_xor_sync(0xffffffff, acc, 1);
    if (threadIdx.x % 32 == 0)
        atomicAdd(total, acc);
}
