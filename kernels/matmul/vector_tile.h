// A tile of C, computed with 16 bytes per access. Eight warps share it, four below each other and two beside each
// other. A warp's lanes are four rows by eight columns of threads; a thread has groups of four rows and of four
// columns, 16 rows and 32 columns apart.

#include <cuda_pipeline.h>

constexpr int kThreads = 256;
constexpr int kRows = 128;  // of the tile

// THREAD_COLS: columns of a thread, 4, 8 or 16; it has 8 rows. ASYNC: B is copied to shared memory while the thread
// goes on, without registers in between. A cannot be: it is transposed on its way.
template <int thread_cols, bool async>
class VectorTile {
 public:
  static constexpr int kCols = 16 * thread_cols;  // of the tile
  // Columns of A, rows of B in shared memory at a time: the more, the fewer barriers, as registers allow.
  static constexpr int kDepth = thread_cols == 16 ? 8 : 16;

  // Two steps: one to compute with, one to copy to. A lies transposed. Its rows are four words longer than the tile, so
  // that the two columns of 16 rows that a warp stores at a time lie in different banks.
  struct Steps {
    alignas(16) float a[2][kDepth][kRows + 4];
    alignas(16) float b[2][kDepth][kCols];
  };

  // The tile of blockIdx.x and y. Rows of A and columns of B beyond the matrices are replaced by the last ones: what
  // comes of them is not stored.
  __device__ VectorTile(const float* __restrict__ a, const float* __restrict__ b, int m, int n, int k, int k_begin)
      : a_from_(a + 1LL * min(row0() + a_row(), m - 1) * k + k_begin + a_depth(0)),
        b_from_(b + 1LL * (k_begin + b_depth(0)) * n + min(col0() + b_col(), n - 4)),
        n_(n) {}

  // Adds the products of `count` columns of A and rows of B, a multiple of 4.
  __device__ void multiply(Steps& steps, int count) {
    fetch(steps, 0, count);
    put(steps, 0);
    __syncthreads();
#pragma unroll 2  // so that `now` is a constant
    for (int now = 0; count > 0; count -= kDepth, now ^= 1) {
      const bool more = count > kDepth;
      if (more) fetch(steps, now ^ 1, count - kDepth);
      add(steps, now);
      if (more) put(steps, now ^ 1);
      __syncthreads();  // the next step is there for all, and all are done with this one
    }
  }

  __device__ void store(float* __restrict__ c, int m) const {
#pragma unroll
    for (int i = 0; i < kThreadRows; i++) {
      const int row = row0() + warp_row() + i / 4 * 16 + i % 4;
#pragma unroll
      for (int j = 0; j < thread_cols; j += 4) {
        const int col = col0() + warp_col() + j * 8;
        const float4 four =
            make_float4(moved(sums_[i][j]), moved(sums_[i][j + 1]), moved(sums_[i][j + 2]), moved(sums_[i][j + 3]));
        if (row < m && col < n_) *reinterpret_cast<float4*>(&c[1LL * row * n_ + col]) = four;
      }
    }
  }

 private:
  static constexpr int kThreadRows = 8;
  static constexpr int kVectorsA = kRows * kDepth / 4 / kThreads;  // that a thread copies of a step
  static constexpr int kVectorsB = kCols * kDepth / 4 / kThreads;

  // A sum in another register: a shuffle to the lane itself. A store of 16 bytes takes four registers in a row. Without
  // a move the compiler has the sums in such rows from the first multiply-add on, and more of them in one bank with the
  // factor that is read beside them.
  __device__ static float moved(float sum) { return __shfl_sync(0xffffffff, sum, threadIdx.x % 32); }

  __device__ static int row0() { return blockIdx.y * kRows; }
  __device__ static int col0() { return blockIdx.x * kCols; }

  // Which vectors a thread copies: of A, neighbouring threads a row's two; of B, neighbouring ones of a row.
  __device__ static int a_row() { return threadIdx.x / 2; }
  __device__ static int a_depth(int i) { return (threadIdx.x % 2 + i * 2) * 4; }
  __device__ static int b_col() { return threadIdx.x % (kCols / 4) * 4; }
  __device__ static int b_depth(int i) { return threadIdx.x / (kCols / 4) + i * (kThreads / (kCols / 4)); }

  // The thread's first row and column in the tile. Lanes are numbered so that a load of 16 bytes, which is served for
  // half a warp at a time, finds pairs of neighbours with the same address: in B's row lanes 2 i and 2 i + 1, in A's
  // column lanes i and i + 2.
  __device__ static int warp_row() {
    const int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
    return warp / 2 * 32 + (lane / 16 * 2 + lane % 2) * 4;
  }
  __device__ static int warp_col() {
    const int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
    return warp % 2 * (8 * thread_cols) + lane / 2 % 8 * 4;
  }

  // Loads a step's vectors, or begins to copy them, and goes on to the next step; zeros from `left` on.
  __device__ void fetch(Steps& steps, int step, int left) {
#pragma unroll
    for (int i = 0; i < kVectorsA; i++)
      a_next_[i] = a_depth(i) < left ? *reinterpret_cast<const float4*>(a_from_ + i * 8) : make_float4(0, 0, 0, 0);
#pragma unroll
    for (int i = 0; i < kVectorsB; i++) {
      const float* const from = b_from_ + 1LL * (b_depth(i) - b_depth(0)) * n_;
      if constexpr (async)
        __pipeline_memcpy_async(&steps.b[step][b_depth(i)][b_col()], from, 16, b_depth(i) < left ? 0 : 16);
      else
        b_next_[i] = b_depth(i) < left ? *reinterpret_cast<const float4*>(from) : make_float4(0, 0, 0, 0);
    }
    if constexpr (async) __pipeline_commit();
    a_from_ += kDepth;
    b_from_ += 1LL * kDepth * n_;
  }

  __device__ void put(Steps& steps, int step) const {
#pragma unroll
    for (int i = 0; i < kVectorsA; i++) {
      steps.a[step][a_depth(i)][a_row()] = a_next_[i].x;
      steps.a[step][a_depth(i) + 1][a_row()] = a_next_[i].y;
      steps.a[step][a_depth(i) + 2][a_row()] = a_next_[i].z;
      steps.a[step][a_depth(i) + 3][a_row()] = a_next_[i].w;
    }
    if constexpr (async) {
      __pipeline_wait_prior(0);
    } else {
#pragma unroll
      for (int i = 0; i < kVectorsB; i++) *reinterpret_cast<float4*>(&steps.b[step][b_depth(i)][b_col()]) = b_next_[i];
    }
  }

  // Down one column and up the next, so that neighbouring multiply-adds share a factor. What is kept of the
  // multiply-add before need not be read again: one that reads three factors from one bank of registers takes a turn
  // more.
  __device__ void add(const Steps& steps, int step) {
#pragma unroll
    for (int p = 0; p < kDepth; p++) {
      alignas(16) float a[kThreadRows], b[thread_cols];
#pragma unroll
      for (int i = 0; i < kThreadRows; i += 4)
        *reinterpret_cast<float4*>(&a[i]) = *reinterpret_cast<const float4*>(&steps.a[step][p][warp_row() + i * 4]);
#pragma unroll
      for (int j = 0; j < thread_cols; j += 4)
        *reinterpret_cast<float4*>(&b[j]) = *reinterpret_cast<const float4*>(&steps.b[step][p][warp_col() + j * 8]);
#pragma unroll
      for (int j = 0; j < thread_cols; j++)
#pragma unroll
        for (int down = 0; down < kThreadRows; down++) {
          const int i = j % 2 == 0 ? down : kThreadRows - 1 - down;
          sums_[i][j] += a[i] * b[j];
        }
    }
  }

  const float* a_from_;
  const float* b_from_;
  int n_;
  float4 a_next_[kVectorsA], b_next_[kVectorsB];
  float sums_[kThreadRows][thread_cols] = {};
};
