// Reference result: what went in.
//
// What limits it: not relevant; it only has to be obviously correct.
__global__ void tensor_peak_reference(double* out, const float* in, int n) {
  for (int i = threadIdx.x + blockIdx.x * blockDim.x; i < n; i += blockDim.x * gridDim.x) out[i] = in[i];
}
