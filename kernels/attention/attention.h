// What the kernels of this family share: which keys a query sees, scores, and operations of a warp. A row is a query of
// any head; a head has s of them, and its keys and values begin where its queries do. A mask is how many keys a query
// sees on either side of its own.

// Below all scores; unlike an infinity, it gives 0 when it is subtracted from itself. A hidden key has this score.
constexpr float lowest = -3.4028235e38f;

// From FIRST up to END, without it.
struct Keys {
  int first, end;
  __device__ bool has(int key) const { return first <= key && key < end; }
};

__device__ inline Keys keys_of(int query, int s, int window_left, int window_right) {
  return {max(0, query - window_left), min(s, query + window_right + 1)};
}

__device__ inline float product(const float* a, const float* b, int d) {
  float sum = 0;
  for (int c = 0; c < d; c++) sum += a[c] * b[c];
  return sum;
}

__device__ inline float largest_of_warp(float x) {
  for (int distance = 16; distance > 0; distance /= 2) x = fmaxf(x, __shfl_xor_sync(~0u, x, distance));
  return x;
}

__device__ inline float sum_of_warp(float x) {
  for (int distance = 16; distance > 0; distance /= 2) x += __shfl_xor_sync(~0u, x, distance);
  return x;
}
