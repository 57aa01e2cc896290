// What the kernels of this family share: the weights of the mask, and the image with zeros around it.

// Weight PLACE of COUNT: each is larger than the one before it, and their sum is 1. No two are equal, so that a mask
// that is turned or mirrored gives another result.
__host__ __device__ constexpr float weight(int place, int count) { return 2.0f * (place + 1) / (count * (count + 1)); }

template <int size>
struct Mask {
  float at[size][size];
};

template <int size>
__host__ __device__ constexpr Mask<size> all_weights() {
  Mask<size> mask{};
  for (int i = 0; i < size * size; i++) mask.at[i / size][i % size] = weight(i, size * size);
  return mask;
}

// The pixel, or 0 outside of the image. INSIDE: it lies in the image, so no check is needed.
template <bool inside = false>
__device__ inline float pixel(const float* __restrict__ in, int height, int width, int row, int col) {
  return inside || (row >= 0 && row < height && col >= 0 && col < width) ? in[1LL * row * width + col] : 0;
}

// Whether the image has all pixels for the outputs of a warp, 32 of row ROW from column FIRST_COL on.
template <int mask>
__device__ inline bool all_inside(int height, int width, int row, int first_col) {
  return row >= mask / 2 && row + mask / 2 < height && first_col >= mask / 2 && first_col + 31 + mask / 2 < width;
}
