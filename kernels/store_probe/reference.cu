// Reference result: a copy of each storing lane's value to its words.
//
// What limits it: not relevant; it only has to be obviously correct.
__global__ void store_probe_reference(double* out, const float* in, int words, int lanes, int n) {
  for (int i = threadIdx.x + blockIdx.x * blockDim.x; i < n; i += blockDim.x * gridDim.x)
    if (i % 32 < lanes)
      for (int k = 0; k < words; k++) out[size_t(i) * words + k] = in[i];
}
