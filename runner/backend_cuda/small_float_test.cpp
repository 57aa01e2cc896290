// Compares the host's conversions of small floats with the toolkit's, for every code.
#include "model/small_float.h"

#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_fp8.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace warpledger {
namespace {

struct Toolkit16 {
  using Own = Float16;
  static double number(unsigned short bits) { return __half2float(__half(__half_raw{bits})); }
  static unsigned bits(double number) { return static_cast<__half_raw>(__double2half(number)).x; }
};
struct ToolkitB16 {
  using Own = BFloat16;
  static double number(unsigned short bits) { return __bfloat162float(__nv_bfloat16(__nv_bfloat16_raw{bits})); }
  static unsigned bits(double number) { return static_cast<__nv_bfloat16_raw>(__double2bfloat16(number)).x; }
};
template <__nv_fp8_interpretation_t kKind, class Format>
struct Toolkit8 {
  using Own = Format;
  static double number(unsigned char bits) { return __half2float(__half(__nv_cvt_fp8_to_halfraw(bits, kKind))); }
  static unsigned bits(double number) { return __nv_cvt_double_to_fp8(number, __NV_NOSAT, kKind); }
};

template <class Toolkit>
class ToolkitConversions : public testing::Test {};
using Formats = testing::Types<Toolkit16, ToolkitB16, Toolkit8<__NV_E4M3, Float8E4M3>, Toolkit8<__NV_E5M2, Float8E5M2>>;
TYPED_TEST_SUITE(ToolkitConversions, Formats);

TYPED_TEST(ToolkitConversions, OfEveryCodeGiveTheSameNumber) {
  using Own = typename TypeParam::Own;
  for (unsigned code = 0; code <= std::numeric_limits<typename Own::Bits>::max(); ++code) {
    const auto bits = static_cast<typename Own::Bits>(code);
    const double own = static_cast<double>(Own::from_bits(bits)), toolkit = TypeParam::number(bits);
    if (std::isnan(toolkit))
      ASSERT_TRUE(std::isnan(own)) << code;
    else
      ASSERT_EQ(own, toolkit) << code;
  }
}

TYPED_TEST(ToolkitConversions, OfNumbersAndOfWhatLiesBetweenThemGiveTheSameCode) {
  using Own = typename TypeParam::Own;
  const auto expect_same = [](double number) {
    for (const double x : {number, -number}) ASSERT_EQ(Own(x).bits(), TypeParam::bits(x)) << x;
  };
  for (unsigned code = 0; code < Own::kFormat.largest(); ++code) {
    const auto number = [](unsigned of) {
      return static_cast<double>(Own::from_bits(static_cast<typename Own::Bits>(of)));
    };
    const double low = number(code), middle = (low + number(code + 1)) / 2;
    for (const double x : {low, middle, std::nextafter(middle, 0), std::nextafter(middle, 1e9)}) expect_same(x);
  }
  for (const double x : {1e-300, 1e5, 1e30, 1e300, std::numeric_limits<double>::infinity()}) expect_same(x);
}

}  // namespace
}  // namespace warpledger
