#pragma once

// Matrix products of a warp, as <mma.h> names them, with float sums: the shape 16 x 16 x 8 with TF32 factors, and 16 x
// 16 x 16 with factors of __half. Which lane holds which element is left open by CUDA. Here lane l has elements of row
// l / 2, of a right factor of column l / 2.
#include "backend_host/shim/half.h"
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
template <class T, int count>
struct WarpledgerElements {
  using element_type = T;
  static constexpr int num_elements = count;
  T x[count];
};

template <class Use, int m, int n, int k, class T, class Layout = void>
class fragment {
  static_assert(
      sizeof(Use*) == 0,
      "the host supports only these fragments: 16 x 16 x 8 with factors of precision::tf32, and 16 x 16 x 16 with "
      "factors of __half; row_major or col_major; accumulators of float");
};
template <WarpledgerLayout Layout>
class fragment<matrix_a, 16, 16, 8, precision::tf32, Layout> : public WarpledgerElements<float, 4> {};
template <WarpledgerLayout Layout>
class fragment<matrix_b, 16, 16, 8, precision::tf32, Layout> : public WarpledgerElements<float, 4> {};
template <>
class fragment<accumulator, 16, 16, 8, float> : public WarpledgerElements<float, 8> {};
template <WarpledgerLayout Layout>
class fragment<matrix_a, 16, 16, 16, __half, Layout> : public WarpledgerElements<__half, 8> {};
template <WarpledgerLayout Layout>
class fragment<matrix_b, 16, 16, 16, __half, Layout> : public WarpledgerElements<__half, 8> {};
template <>
class fragment<accumulator, 16, 16, 16, float> : public WarpledgerElements<float, 8> {};

template <int k, class T, WarpledgerLayout Layout>
using WarpledgerLeft = fragment<matrix_a, 16, 16, k, T, Layout>;
template <int k, class T, WarpledgerLayout Layout>
using WarpledgerRight = fragment<matrix_b, 16, 16, k, T, Layout>;
template <int k>
using WarpledgerSums = fragment<accumulator, 16, 16, k, float>;

/// To the nearest number of 11 significant bits, ties away from 0, as cvt.rna.tf32.f32.
inline float __float_to_tf32(float x) {
  if (isnan(x)) return __uint_as_float(0x7fffffffu);
  return isinf(x) ? x : __uint_as_float((__float_as_uint(x) + 0x1000u) & 0xffffe000u);
}

}  // namespace nvcuda::wmma

namespace warpledger::shim {

/// Waits for the warp, as every function on fragments does, and refuses what the hardware leaves undefined.
template <class T>
void begin_matrix_access(const T* matrix, unsigned row_elements) {
#ifdef WARPLEDGER_TRACED
  runtime->fail("loads and stores of <mma.h> fragments are not modelled");
#endif
  __syncwarp();
  if (reinterpret_cast<decltype(sizeof 0)>(matrix) % 32 != 0)
    runtime->fail("a matrix in memory must begin at a multiple of 32 bytes");
  if (row_elements * sizeof(T) % 16 != 0)
    runtime->fail("rows or columns of a matrix in memory must be a multiple of 16 bytes apart");
}

/// Where element i of the calling lane is in memory. A lane's elements are neighbours in lines of 2 * `count`
/// elements; `along`: so are they in memory.
template <int count>
unsigned place_of_element(int i, unsigned row_elements, bool along) {
  const unsigned line = static_cast<unsigned>(lane() / 2);
  const unsigned column = static_cast<unsigned>(lane() % 2 * count + i);
  return along ? line * row_elements + column : column * row_elements + line;
}

template <class T, int count>
void load_elements(nvcuda::wmma::WarpledgerElements<T, count>& elements, const T* from, unsigned row_elements,
                   bool along) {
  begin_matrix_access(from, row_elements);
  for (int i = 0; i < count; ++i) elements.x[i] = from[place_of_element<count>(i, row_elements, along)];
}

/// A TF32 factor without the bits that the tensor cores ignore.
inline double factor(float x) { return __uint_as_float(__float_as_uint(x) & 0xffffe000u); }
inline double factor(__half x) { return __half2float(x); }

/// The factors of all lanes, `count` a lane, read where each lane has them.
template <class T, int count>
class Factors {
 public:
  Factors(const T* left, const T* right) : own_{left, right}, all_(~0u, &own_) {}
  ~Factors() { __syncwarp(); }  // all have read what this lane shows

  unsigned arrived() const { return all_.arrived(); }

  /// Adds to `sums` of the calling lane the products of its row with its eight columns.
  void add_products(double (&sums)[8]) const {
    for (int k = 0; k < 2 * count; ++k) {
      const double left = factor(all_.from(lane() / 2 * 2 + k / count)->left[k % count]);
      for (int i = 0; i < 8; ++i)
        sums[i] += left * factor(all_.from(lane() % 2 * 16 + i * 2 + k / count)->right[k % count]);
    }
  }

 private:
  struct Shown {
    const T* left;
    const T* right;
  };
  Shown own_;
  WarpOperation<const Shown*> all_;
};

}  // namespace warpledger::shim

namespace nvcuda::wmma {

template <class T, int count>
void fill_fragment(WarpledgerElements<T, count>& elements, typename WarpledgerElements<T, count>::element_type value) {
  for (T& x : elements.x) x = value;
}

template <int k, class T, WarpledgerLayout Layout, class Memory>
void load_matrix_sync(WarpledgerLeft<k, T, Layout>& left, const Memory* from, unsigned ldm) {
  warpledger::shim::load_elements(left, from, ldm, __is_same(Layout, row_major));
}
template <int k, class T, WarpledgerLayout Layout, class Memory>
void load_matrix_sync(WarpledgerRight<k, T, Layout>& right, const Memory* from, unsigned ldm) {
  warpledger::shim::load_elements(right, from, ldm, __is_same(Layout, col_major));
}
template <int k>
void load_matrix_sync(WarpledgerSums<k>& sums, const float* from, unsigned ldm, layout_t layout) {
  warpledger::shim::load_elements(sums, from, ldm, layout == mem_row_major);
}

template <int k>
void store_matrix_sync(float* to, const WarpledgerSums<k>& sums, unsigned ldm, layout_t layout) {
  warpledger::shim::begin_matrix_access(to, ldm);
  for (int i = 0; i < sums.num_elements; ++i)
    to[warpledger::shim::place_of_element<8>(i, ldm, layout == mem_row_major)] = sums.x[i];
}

/// d = a b + c. Each sum is rounded once; CUDA leaves open how the hardware rounds.
template <int k, class T, WarpledgerLayout A, WarpledgerLayout B>
void mma_sync(WarpledgerSums<k>& d, const WarpledgerLeft<k, T, A>& a, const WarpledgerRight<k, T, B>& b,
              const WarpledgerSums<k>& c) {
  double sums[8];
  for (int i = 0; i < 8; ++i) sums[i] = c.x[i];
  {
    const warpledger::shim::Factors<typename WarpledgerLeft<k, T, A>::element_type, k / 2> all(a.x, b.x);
    if (all.arrived() != ~0u) warpledger::shim::runtime->fail("mma_sync needs all 32 lanes of a warp");
    all.add_products(sums);
  }
  for (int i = 0; i < 8; ++i) d.x[i] = static_cast<float>(sums[i]);
}

}  // namespace nvcuda::wmma
