// Reference result: the step in double precision, from the same fp32 constants.
//
// What limits it: not relevant; it only has to be obviously correct.
__global__ void adam_reference(double* weights, double* v, double* r, const float* gradient, int n, float learning_rate,
                               float mu, float rho, float epsilon) {
  for (int i = threadIdx.x + blockIdx.x * blockDim.x; i < n; i += blockDim.x * gridDim.x) {
    const double g = gradient[i];
    v[i] = mu * v[i] + (1.0 - mu) * g;
    r[i] = rho * r[i] + (1.0 - rho) * g * g;
    weights[i] -= learning_rate * v[i] / (sqrt(r[i]) + epsilon);
  }
}
