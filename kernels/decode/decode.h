#pragma once

// What the kernels of this family share: attention to some keys, as a part that can be joined with other parts. In
// memory a part is D + 2 numbers: the largest score, the sum of all exp(score - largest), and the sums of the values,
// weighted by these.

// Below all scores; unlike an infinity, it gives 0 when it is subtracted from itself.
constexpr float lowest = -3.4028235e38f;

struct Joined {
  float largest, sum, output;
};

// COUNT parts as one, of which OUTPUT is component C. A part without keys has LOWEST, and adds nothing.
__device__ inline Joined joined(const float* parts, int count, int d, int c) {
  float largest = lowest, sum = 0, output = 0;
  for (int i = 0; i < count; i++) largest = fmaxf(largest, parts[i * (d + 2)]);
  for (int i = 0; i < count; i++) {
    const float* const part = parts + i * (d + 2);
    const float weight = __expf(part[0] - largest);
    sum += weight * part[1];
    output += weight * part[2 + c];
  }
  return {largest, sum, output};
}
