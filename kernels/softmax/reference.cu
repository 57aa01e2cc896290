// Reference result: the definition in double precision, one thread per row. The row's largest element is subtracted
// first, so that no exponential is infinite.
//
// What limits it: not relevant; it only has to be obviously correct.
__global__ void softmax_reference(double* y, const float* x, int rows, int cols) {
  for (int row = threadIdx.x + blockIdx.x * blockDim.x; row < rows; row += blockDim.x * gridDim.x) {
    const long long begin = static_cast<long long>(row) * cols, end = begin + cols;
    double largest = x[begin], sum = 0;
    for (long long i = begin; i < end; i++) largest = fmax(largest, static_cast<double>(x[i]));
    for (long long i = begin; i < end; i++) sum += exp(x[i] - largest);
    for (long long i = begin; i < end; i++) y[i] = exp(x[i] - largest) / sum;
  }
}
