// double inside, float outside
typedef double real;

__device__ real block_total(real x)
{
  __shared__ real line[1024];
  int me = threadIdx.x, left = blockDim.x;
  line[me] = x;
  do
  {
    __syncthreads();
    int upper = left / 2, lower = left - upper;
    if (me < upper) line[me] += line[lower + me];
    left = lower;
  } while (left > 1);
  __syncthreads();
  return line[0];
}

__global__ void reduction_atomics(float* __restrict__ total, const float* __restrict__ in, int n)
{
  real s = 0;
  int per_thread = (n + gridDim.x * blockDim.x - 1) / (gridDim.x * blockDim.x);
  for (int j = 0; j < per_thread; j++)
  {
    long long k = ((long long)j * gridDim.x + blockIdx.x) * blockDim.x + threadIdx.x;
    if (k < n) s += in[k];
  }
  s = block_total(s);
  if (threadIdx.x == 0) atomicAdd(total, (float)s);
}
