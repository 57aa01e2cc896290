// Reference result: the update in double precision.
//
// What limits it: not relevant; it only has to be obviously correct.
__global__ void sgd_reference(double* weights, const float* gradient, int n, float learning_rate) {
  for (int i = threadIdx.x + blockIdx.x * blockDim.x; i < n; i += blockDim.x * gridDim.x)
    weights[i] -= static_cast<double>(learning_rate) * gradient[i];
}
