// Each turn writes, so that no compiler leaves turns out.
__global__ void endless(int* y, long long turns) {
  volatile int* turn = y;
  for (long long i = 0; i < turns; i++) *turn = (int)i;
  if (threadIdx.x == 0) y[0] = 42;
}
