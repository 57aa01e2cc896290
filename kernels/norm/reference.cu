// Reference result: each vector minus its mean, summed in double precision, one thread per vector.
//
// What limits it: not relevant; it only has to be obviously correct.
__global__ void norm_reference(double* l_out, const float* l_in, int n_l, int d_l) {
  for (int h = threadIdx.x + blockIdx.x * blockDim.x; h < n_l; h += blockDim.x * gridDim.x) {
    double sum = 0;
    for (int i = 0; i < d_l; i++) sum += l_in[h * d_l + i];
    for (int i = 0; i < d_l; i++) l_out[h * d_l + i] = l_in[h * d_l + i] - sum / d_l;
  }
}
