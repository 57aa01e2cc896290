__global__ void endless(int* y, long long turns) {
  volatile long long turn = 0;
  while (turn < turns) turn = turn + 1;
  if (threadIdx.x == 0) y[0] = 42;
}
