// Reference result: the definition in double precision, one thread per component of an output. The largest score
// is subtracted first, so that no exponential is infinite.
//
// What limits it: not relevant; it only has to be obviously correct.
__device__ inline double score(const float* query, const float* key, int d) {
  double sum = 0;
  for (int c = 0; c < d; c++) sum += static_cast<double>(query[c]) * key[c];
  return sum / sqrt(static_cast<double>(d));
}

__global__ void decode_reference(double* o, const float* q, const float* k, const float* v, int outputs, int s, int d) {
  for (int i = threadIdx.x + blockIdx.x * blockDim.x; i < outputs; i += blockDim.x * gridDim.x) {
    const float* const query = q + i / d * d;
    const long long head = static_cast<long long>(i / d) * s * d;
    double largest = score(query, k + head, d), sum = 0, output = 0;
    for (long long key = 1; key < s; key++) largest = fmax(largest, score(query, k + head + key * d, d));
    for (long long key = 0; key < s; key++) {
      const double weight = exp(score(query, k + head + key * d, d) - largest);
      sum += weight;
      output += weight * v[head + key * d + i % d];
    }
    o[i] = output / sum;
  }
}
