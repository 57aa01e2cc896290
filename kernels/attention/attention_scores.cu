// Variant 1. Three steps, as the formula has them: a thread for each score, a warp for the softmax of each row of
// scores, a thread for each component of the outputs. What a mask hides gets the lowest score, and so the weight 0.
//
// What limits it: a multiply-add takes two loads, and the lanes of a warp read keys that lie a row apart. With rows of
// whole 32 words these are in the same bank of the L1, which serves the lanes one by one and on an H200 does nothing
// else. Beside that the scores are written, read, written and read again, which is s / d times the traffic of all that
// has to move. Masks save nothing. Next variant: scores never leave the registers.
#include "attention.h"

__global__ void compute_scores(float* __restrict__ scores, const float* __restrict__ q, const float* __restrict__ k,
                               int s, int d, float scale, int window_left, int window_right) {
  const int blocks_of_row = (s + blockDim.x - 1) / blockDim.x;
  const size_t row = blockIdx.x / blocks_of_row;
  const int query = row % s, key = blockIdx.x % blocks_of_row * blockDim.x + threadIdx.x;
  if (key >= s) return;
  const float score = scale * product(q + row * d, k + (row - query + key) * d, d);
  scores[row * s + key] = keys_of(query, s, window_left, window_right).has(key) ? score : lowest;
}

// One pass finds the largest score and the sum, which is scaled whenever a larger one turns up; another writes weights.
__global__ void softmax_rows(float* scores, long long rows, int s) {
  const long long row = (threadIdx.x + static_cast<long long>(blockIdx.x) * blockDim.x) / 32;
  if (row >= rows) return;
  const int lane = threadIdx.x % 32;
  float* const of_row = scores + row * s;
  float largest = lowest, sum = 0;
  for (int key = lane; key < s; key += 32) {
    const float score = of_row[key], before = largest;
    largest = fmaxf(largest, score);
    sum = sum * __expf(before - largest) + __expf(score - largest);
  }
  const float of_lane = largest;
  largest = largest_of_warp(largest);
  sum = sum_of_warp(sum * __expf(of_lane - largest));
  for (int key = lane; key < s; key += 32) of_row[key] = __expf(of_row[key] - largest) / sum;
}

__global__ void weighted_values(float* __restrict__ o, const float* __restrict__ weights, const float* __restrict__ v,
                                long long outputs, int s, int d) {
  const long long i = threadIdx.x + static_cast<long long>(blockIdx.x) * blockDim.x;
  if (i >= outputs) return;
  const long long row = i / d;
  const float* const of_row = weights + row * s;
  const float* value = v + row / s * s * d + i % d;
  float sum = 0;
  for (int key = 0; key < s; key++, value += d) sum += of_row[key] * *value;
  o[i] = sum;
}
