// A block's tile of C that its threads keep in registers, 8 x 8 elements each, 16 apart in both directions, so that the
// lanes of a warp read different banks of shared memory or the same word.
constexpr int kTile = 128;  // elements of C that a block computes, in each direction
constexpr int kDepth = 8;   // columns of A, rows of B in shared memory at a time
constexpr int kOwn = 8;     // elements of C that a thread computes, in each direction
constexpr int kApart = kTile / kOwn;
constexpr int kThreads = kApart * kApart;

// The parts of A and B that a step needs. A lies transposed. Its rows are four words longer than C's tile: what a warp
// copies at a time, eight columns of four rows, then goes to 32 different banks.
struct Step {
  float a[kDepth][kTile + 4];
  float b[kDepth][kTile];
};

// What a thread copies of each step: elements of A 32 rows apart, elements of B two rows apart. 0 outside the matrices.
class Source {
 public:
  static constexpr int kCount = kTile * kDepth / kThreads;  // elements of A, and of B

  __device__ Source(const float* __restrict__ a, const float* __restrict__ b, int m, int n, int k)
      : a_(a + 1LL * a_row(0) * k), b_(b + b_col()), m_(m), n_(n), k_(k) {}

  __device__ void copy(Step& step, int k0) const {
#pragma unroll
    for (int j = 0; j < kCount; j++) put(step, j, a(j, k0), b(j, k0));
  }

  __device__ float a(int j, int k0) const {
    const bool inside = a_row(j) < m_ && k0 + a_depth() < k_;
    return inside ? a_[k0 + a_depth() + 1LL * (a_row(j) - a_row(0)) * k_] : 0;
  }
  __device__ float b(int j, int k0) const {
    const bool inside = k0 + b_depth(j) < k_ && b_col() < n_;
    return inside ? b_[1LL * (k0 + b_depth(j)) * n_] : 0;
  }
  __device__ static void put(Step& step, int j, float a, float b) {
    step.a[a_depth()][a_row(j) - blockIdx.y * kTile] = a;
    step.b[b_depth(j)][threadIdx.x % kTile] = b;
  }

 private:
  __device__ static int a_row(int j) { return blockIdx.y * kTile + (threadIdx.x + j * kThreads) / kDepth; }
  __device__ static int a_depth() { return threadIdx.x % kDepth; }
  __device__ static int b_depth(int j) { return (threadIdx.x + j * kThreads) / kTile; }
  __device__ static int b_col() { return blockIdx.x * kTile + threadIdx.x % kTile; }

  const float* a_;
  const float* b_;
  int m_, n_, k_;
};

// A thread's share of C's tile.
struct RegisterTile {
  float sums[kOwn][kOwn] = {};

  __device__ void add(const Step& step) {
    const int x = threadIdx.x % kApart, y = threadIdx.x / kApart;
#pragma unroll
    for (int p = 0; p < kDepth; p++) {
      float a[kOwn], b[kOwn];
#pragma unroll
      for (int i = 0; i < kOwn; i++) a[i] = step.a[p][y + i * kApart];
#pragma unroll
      for (int j = 0; j < kOwn; j++) b[j] = step.b[p][x + j * kApart];
#pragma unroll
      for (int i = 0; i < kOwn; i++)
#pragma unroll
        for (int j = 0; j < kOwn; j++) sums[i][j] += a[i] * b[j];
    }
  }

  __device__ void store(float* __restrict__ c, int m, int n) const {
    const int row = blockIdx.y * kTile + threadIdx.x / kApart;
    const int col = blockIdx.x * kTile + threadIdx.x % kApart;
#pragma unroll
    for (int i = 0; i < kOwn; i++)
#pragma unroll
      for (int j = 0; j < kOwn; j++)
        if (row + i * kApart < m && col + j * kApart < n)
          c[1LL * (row + i * kApart) * n + col + j * kApart] = sums[i][j];
  }
};
