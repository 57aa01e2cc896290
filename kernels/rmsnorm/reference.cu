// Reference result: the definition in double precision, one thread per row.
//
// What limits it: not relevant; it only has to be obviously correct.
#include <cuda_bf16.h>
#include <cuda_fp16.h>

template <class T>
__global__ void rmsnorm_reference(double* y, const T* x, const T* weight, float epsilon, int rows, int cols) {
  for (int row = threadIdx.x + blockIdx.x * blockDim.x; row < rows; row += blockDim.x * gridDim.x) {
    const size_t begin = static_cast<size_t>(row) * cols;
    double squares = 0;
    for (int i = 0; i < cols; i++) {
      const double element = static_cast<float>(x[begin + i]);
      squares += element * element;
    }
    const double scale = 1 / sqrt(squares / cols + epsilon);
    for (int i = 0; i < cols; i++)
      y[begin + i] = static_cast<float>(x[begin + i]) * scale * static_cast<float>(weight[i]);
  }
}
