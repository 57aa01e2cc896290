// What is right: the update in double precision.
//
// What limits it: nothing that matters; it only has to be obviously right.
__global__ void sgd_reference(double* weights, const float* gradient, int n, float learning_rate) {
  for (int i = threadIdx.x + blockIdx.x * blockDim.x; i < n; i += blockDim.x * gridDim.x)
    weights[i] -= static_cast<double>(learning_rate) * gradient[i];
}
