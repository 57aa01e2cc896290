// Reference result: each output is a dot product summed in double precision, by one thread.
//
// What limits it: not relevant; it only has to be obviously correct.
__global__ void qkv_reference(double* h_qkv, const float* w_qkv, const float* h_in, int d_ws, int d_qkv, int d_model) {
  const int n = d_ws * d_qkv;
  for (int i = threadIdx.x + blockIdx.x * blockDim.x; i < n; i += blockDim.x * gridDim.x) {
    const float* const w = w_qkv + i % d_qkv * d_model;
    const float* const h = h_in + i / d_qkv * d_model;
    double q = 0;
    for (int k = 0; k < d_model; k++) q += double(w[k]) * h[k];
    h_qkv[i] = q;
  }
}
