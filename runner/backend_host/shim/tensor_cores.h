#pragma once

// Matrix products of a warp, as <mma.h> names them: the shape 16 x 16 x 8 with TF32 factors and float sums. Which lane
// holds which element is left open by CUDA. Here lane l has elements of row l / 2, of a right factor of column l / 2.
#include "backend_host/shim/mathematics.h"
#include "backend_host/shim/synchronize.h"

namespace nvcuda::wmma {

struct matrix_a;
struct matrix_b;
struct accumulator;
struct row_major;
struct col_major;
namespace precision {
struct tf32;
}
enum layout_t { mem_row_major, mem_col_major };

template <class T>
concept WarpledgerLayout = __is_same(T, row_major) || __is_same(T, col_major);

/// What a lane holds of a matrix.
template <int count>
struct WarpledgerElements {
  static constexpr int num_elements = count;
  float x[count];
};

template <class Use, int m, int n, int k, class T, class Layout = void>
class fragment {
  static_assert(sizeof(Use*) == 0,
                "the host multiplies matrices of the shape 16 x 16 x 8 only: factors of precision::tf32, row_major or "
                "col_major, and accumulators of float");
};
template <WarpledgerLayout Layout>
class fragment<matrix_a, 16, 16, 8, precision::tf32, Layout> : public WarpledgerElements<4> {};
template <WarpledgerLayout Layout>
class fragment<matrix_b, 16, 16, 8, precision::tf32, Layout> : public WarpledgerElements<4> {};
template <>
class fragment<accumulator, 16, 16, 8, float> : public WarpledgerElements<8> {};

template <WarpledgerLayout Layout>
using WarpledgerLeft = fragment<matrix_a, 16, 16, 8, precision::tf32, Layout>;
template <WarpledgerLayout Layout>
using WarpledgerRight = fragment<matrix_b, 16, 16, 8, precision::tf32, Layout>;
using WarpledgerSums = fragment<accumulator, 16, 16, 8, float>;

/// To the nearest number of 11 significant bits, ties away from 0, as cvt.rna.tf32.f32.
inline float __float_to_tf32(float x) {
  if (isnan(x)) return __uint_as_float(0x7fffffffu);
  return isinf(x) ? x : __uint_as_float((__float_as_uint(x) + 0x1000u) & 0xffffe000u);
}

}  // namespace nvcuda::wmma

namespace warpledger::shim {

/// Waits for the warp, as every function on fragments does, and refuses what the hardware leaves undefined.
inline void begin_matrix_access(const float* matrix, unsigned row_elements) {
#ifdef WARPLEDGER_TRACED
  runtime->fail("how a GPU loads and stores the fragments of <mma.h> is not modelled");
#endif
  __syncwarp();
  if (reinterpret_cast<decltype(sizeof 0)>(matrix) % 32 != 0)
    runtime->fail("a matrix in memory must begin at a multiple of 32 bytes");
  if (row_elements % 4 != 0)
    runtime->fail("rows or columns of a matrix in memory must be a multiple of 4 floats apart");
}

/// Where element i of the calling lane lies in memory. A lane's elements are neighbours in lines of 2 * `count`
/// elements; `along`: so are they in memory.
template <int count>
unsigned place_of_element(int i, unsigned row_elements, bool along) {
  const unsigned line = static_cast<unsigned>(lane() / 2);
  const unsigned column = static_cast<unsigned>(lane() % 2 * count + i);
  return along ? line * row_elements + column : column * row_elements + line;
}

template <int count>
void load_elements(nvcuda::wmma::WarpledgerElements<count>& elements, const float* from, unsigned row_elements,
                   bool along) {
  begin_matrix_access(from, row_elements);
  for (int i = 0; i < count; ++i) elements.x[i] = from[place_of_element<count>(i, row_elements, along)];
}

/// The factors of all lanes, read where each lane has them.
class Factors {
 public:
  Factors(const float* left, const float* right) : own_{left, right}, all_(~0u, &own_) {}
  ~Factors() { __syncwarp(); }  // all have read what this lane shows

  unsigned arrived() const { return all_.arrived(); }
  float left(int lane, int i) const { return all_.from(lane)->left[i]; }
  float right(int lane, int i) const { return all_.from(lane)->right[i]; }

 private:
  struct Shown {
    const float* left;
    const float* right;
  };
  Shown own_;
  WarpOperation<const Shown*> all_;
};

/// Without the bits that the tensor cores ignore.
inline double factor(float x) { return __uint_as_float(__float_as_uint(x) & 0xffffe000u); }

/// Adds to `sums` of the calling lane the products of its row with its eight columns, from the factors of all lanes.
inline void add_products(double (&sums)[8], const Factors& all) {
  for (int k = 0; k < 8; ++k) {
    const double left = factor(all.left(lane() / 2 * 2 + k / 4, k % 4));
    for (int i = 0; i < 8; ++i) sums[i] += left * factor(all.right(lane() % 2 * 16 + i * 2 + k / 4, k % 4));
  }
}

}  // namespace warpledger::shim

namespace nvcuda::wmma {

inline void fill_fragment(WarpledgerSums& sums, float value) {
  for (float& x : sums.x) x = value;
}
template <WarpledgerLayout Layout>
void fill_fragment(WarpledgerLeft<Layout>& left, float value) {
  for (float& x : left.x) x = value;
}
template <WarpledgerLayout Layout>
void fill_fragment(WarpledgerRight<Layout>& right, float value) {
  for (float& x : right.x) x = value;
}

template <WarpledgerLayout Layout>
void load_matrix_sync(WarpledgerLeft<Layout>& left, const float* from, unsigned ldm) {
  warpledger::shim::load_elements(left, from, ldm, __is_same(Layout, row_major));
}
template <WarpledgerLayout Layout>
void load_matrix_sync(WarpledgerRight<Layout>& right, const float* from, unsigned ldm) {
  warpledger::shim::load_elements(right, from, ldm, __is_same(Layout, col_major));
}
inline void load_matrix_sync(WarpledgerSums& sums, const float* from, unsigned ldm, layout_t layout) {
  warpledger::shim::load_elements(sums, from, ldm, layout == mem_row_major);
}

inline void store_matrix_sync(float* to, const WarpledgerSums& sums, unsigned ldm, layout_t layout) {
  warpledger::shim::begin_matrix_access(to, ldm);
  for (int i = 0; i < sums.num_elements; ++i)
    to[warpledger::shim::place_of_element<8>(i, ldm, layout == mem_row_major)] = sums.x[i];
}

/// d = a b + c. Each sum is rounded once; CUDA leaves open how the hardware rounds.
template <WarpledgerLayout A, WarpledgerLayout B>
void mma_sync(WarpledgerSums& d, const WarpledgerLeft<A>& a, const WarpledgerRight<B>& b, const WarpledgerSums& c) {
  double sums[8];
  for (int i = 0; i < 8; ++i) sums[i] = c.x[i];
  {
    const warpledger::shim::Factors all(a.x, b.x);
    if (all.arrived() != ~0u) warpledger::shim::runtime->fail("mma_sync needs all 32 lanes of a warp");
    warpledger::shim::add_products(sums, all);
  }
  for (int i = 0; i < 8; ++i) d.x[i] = static_cast<float>(sums[i]);
}

}  // namespace nvcuda::wmma
