// Reference result: each word's 32 components, three times.
__global__ void move_reference(double* h_qkv, const float* h_in, int d_ws) {
  for (int i = threadIdx.x + blockIdx.x * blockDim.x; i < 96 * d_ws; i += gridDim.x * blockDim.x)
    h_qkv[i] = h_in[i / 96 * 32 + i % 32];
}
