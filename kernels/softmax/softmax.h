// What the kernels of this family share: where a row begins, and a sum of exponentials that may be taken in parts.

// Below all elements; unlike an infinity, it gives 0 when it is subtracted from itself.
constexpr float lowest = -3.4028235e38f;

__device__ inline size_t row_begin(int row, int cols) { return static_cast<size_t>(row) * cols; }

// Of some elements of a row: the largest, and the sum of all exp(element - largest).
struct Part {
  float largest, sum;
};

// PART with X added: when X is the largest so far, the sum is scaled to it.
__device__ inline Part with(Part part, float x) {
  const float largest = fmaxf(part.largest, x);
  return {largest, part.sum * __expf(part.largest - largest) + __expf(x - largest)};
}

__device__ inline Part joined(Part a, Part b) {
  const float largest = fmaxf(a.largest, b.largest);
  return {largest, a.sum * __expf(a.largest - largest) + b.sum * __expf(b.largest - largest)};
}
