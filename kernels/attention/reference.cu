// Reference result: the definition in double precision, one thread per query. The largest score is subtracted first, so
// that no exponential is infinite. With factors of 2 bytes, queries, keys and values are rounded to fp16 first.
//
// What limits it: not relevant; it only has to be obviously correct.
#include <cuda_fp16.h>

__device__ inline double factor(float x, int factor_bytes) {
  return factor_bytes == 2 ? __half2float(__float2half_rn(x)) : x;
}

template <int d>
__device__ double score(const float* query, const float* key, int factor_bytes) {
  double sum = 0;
  for (int c = 0; c < d; c++) sum += factor(query[c], factor_bytes) * factor(key[c], factor_bytes);
  return sum / sqrt(static_cast<double>(d));
}

template <int d>
__global__ void attention_reference(double* o, const float* q, const float* k, const float* v, long long rows, int s,
                                    int window_left, int window_right, int factor_bytes) {
  for (long long row = threadIdx.x + static_cast<long long>(blockIdx.x) * blockDim.x; row < rows;
       row += static_cast<long long>(blockDim.x) * gridDim.x) {
    const int query = row % s;
    const int first = max(0, query - window_left), end = min(s, query + window_right + 1);
    const float* const keys = k + (row - query) * d;
    const float* const values = v + (row - query) * d;
    double largest = score<d>(q + row * d, k + row * d, factor_bytes), sum = 0, output[d] = {};
    for (long long key = first; key < end; key++) largest = fmax(largest, score<d>(q + row * d, keys + key * d, factor_bytes));
    for (long long key = first; key < end; key++) {
      const double weight = exp(score<d>(q + row * d, keys + key * d, factor_bytes) - largest);
      sum += weight;
      for (int c = 0; c < d; c++) output[c] += weight * factor(values[key * d + c], factor_bytes);
    }
    for (int c = 0; c < d; c++) o[row * d + c] = output[c] / sum;
  }
}
