// Variant 7. A thread has four columns and goes down them, without shared memory: of each row it loads the four pixels
// of its columns and the four on either side, which L1 has from its neighbours, 16 bytes at once, AHEAD rows before
// they are needed. The row is added to the outputs of the MASK rows whose neighbourhoods it lies in; one of them is
// complete then. The loop is unrolled so far that sums are seldom moved from register to register.
//
// What limits it: for masks of 3 and 5 the bandwidth of device memory. For wide ones multiply-adds; with 8 turns a
// tenth of them are for outputs above and below the strip, in vain. With a mask of 7 also waiting for rows.
#include "constant_mask.h"

struct Image {
  const float* pixels;
  int height, width;
};

// Pixels of a row: those of a thread's columns and four on either side.
struct Window {
  float at[12];
};

// INSIDE: the image has all of them, and each four begin at a multiple of 16 bytes.
template <bool inside>
__device__ Window load_window(const Image& image, int row, int col) {
  Window window;
  if (inside) {
    const auto* const from = reinterpret_cast<const float4*>(image.pixels + 1LL * row * image.width + col) - 1;
#pragma unroll
    for (int i = 0; i < 3; i++) *reinterpret_cast<float4*>(window.at + 4 * i) = from[i];
  } else {
#pragma unroll
    for (int i = 0; i < 12; i++) window.at[i] = pixel(image.pixels, image.height, image.width, row, col - 4 + i);
  }
  return window;
}

template <bool inside>
__device__ void store_four(float* __restrict__ out, const Image& image, int row, int col, const float* from) {
  float* const to = out + 1LL * row * image.width + col;
  if (inside) {
    *reinterpret_cast<float4*>(to) = make_float4(from[0], from[1], from[2], from[3]);
  } else {
#pragma unroll
    for (int i = 0; i < 4; i++)
      if (row < image.height && col + i < image.width) to[i] = from[i];
  }
}

template <int mask, int turns, int ahead, bool inside>
__device__ void go_down(float* __restrict__ out, const Image& image, int first_row, int col) {
  constexpr int kRows = mask * turns, kSide = 4 - mask / 2;  // KSIDE: pixels on either side that no output needs
  constexpr int kTogether = mask == 9 ? 3 : mask;            // rows whose code fits the instruction cache
  Window next[ahead];
#pragma unroll
  for (int i = 0; i < ahead; i++) next[i] = load_window<inside>(image, first_row - mask / 2 + i, col);
  float sums[mask][4] = {};  // of the outputs for which the row at hand is the last, the last but one, ... row
#pragma unroll kTogether
  for (int row = 0; row < kRows; row++) {
    const Window window = next[0];
#pragma unroll
    for (int i = 0; i + 1 < ahead; i++) next[i] = next[i + 1];
    if (row + ahead < kRows) next[ahead - 1] = load_window<inside>(image, first_row - mask / 2 + row + ahead, col);
#pragma unroll
    for (int y = 0; y < mask; y++)
#pragma unroll
      for (int x = 0; x < mask; x++)
#pragma unroll
        for (int i = 0; i < 4; i++) sums[y][i] += c_mask<mask>.at[mask - 1 - y][x] * window.at[kSide + i + x];
    if (row >= mask - 1) store_four<inside>(out, image, first_row + row - (mask - 1), col, sums[0]);
#pragma unroll
    for (int y = 0; y < mask; y++)
#pragma unroll
      for (int i = 0; i < 4; i++) sums[y][i] = y < mask - 1 ? sums[y + 1][i] : 0;
  }
}

// TURNS: times MASK rows that a thread reads; its outputs are MASK - 1 rows fewer.
template <int mask, int turns, int ahead>
__global__ void conv_vector(float* __restrict__ out, const float* __restrict__ in, int height, int width) {
  constexpr int kStrip = mask * turns - mask + 1;
  const int first_row = (threadIdx.y + blockIdx.y * blockDim.y) * kStrip, first_col = blockIdx.x * 128;
  const int col = first_col + threadIdx.x * 4;
  const Image image = {in, height, width};
  const bool inside = width % 4 == 0 && first_row >= mask / 2 && first_row + kStrip + mask / 2 <= height &&
                      first_col > 0 && first_col + 128 < width;
  if (inside)
    go_down<mask, turns, ahead, true>(out, image, first_row, col);
  else
    go_down<mask, turns, ahead, false>(out, image, first_row, col);
}
