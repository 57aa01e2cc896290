#include "model/small_float.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "model/job.h"

namespace warpledger {
namespace {

template <class T>
class SmallFloats : public testing::Test {
 protected:
  using Bits = typename T::Bits;
  static double number(unsigned code) { return static_cast<double>(T::from_bits(static_cast<Bits>(code))); }
  static unsigned code_of(double number) { return T(number).bits(); }
};
using Formats = testing::Types<Float16, BFloat16, Float8E4M3, Float8E5M2>;
TYPED_TEST_SUITE(SmallFloats, Formats);

TYPED_TEST(SmallFloats, EveryNumberBecomesItsOwnCode) {
  for (unsigned code = 0; code <= std::numeric_limits<typename TypeParam::Bits>::max(); ++code) {
    const double number = TestFixture::number(code);
    if (!std::isnan(number)) {
      ASSERT_EQ(TestFixture::code_of(number), code) << number;
    } else {
      ASSERT_TRUE(std::isnan(TestFixture::number(TestFixture::code_of(number)))) << code;
    }
  }
}

TYPED_TEST(SmallFloats, WhatLiesBetweenTwoNumbersBecomesTheNearerAndOfAMiddleTheEvenOne) {
  for (unsigned code = 0; code < TypeParam::kFormat.largest(); ++code) {
    const double low = TestFixture::number(code), high = TestFixture::number(code + 1), middle = (low + high) / 2;
    ASSERT_EQ(TestFixture::code_of(middle), code % 2 == 0 ? code : code + 1) << middle;
    ASSERT_EQ(TestFixture::code_of(std::nextafter(middle, low)), code) << middle;
    ASSERT_EQ(TestFixture::code_of(std::nextafter(middle, high)), code + 1) << middle;
    ASSERT_EQ(TestFixture::number(TestFixture::code_of(-middle)), -TestFixture::number(TestFixture::code_of(middle)));
  }
}

TYPED_TEST(SmallFloats, WhatIsBeyondTheLargestIsInfiniteOrNoNumber) {
  const auto& format = TypeParam::kFormat;
  const double largest = TestFixture::number(format.largest()),
               step = largest - TestFixture::number(format.largest() - 1);
  EXPECT_EQ(TestFixture::number(TestFixture::code_of(std::nextafter(largest + step / 2, 0))), largest);
  for (const double beyond : {largest + step, 1e300, std::numeric_limits<double>::infinity()}) {
    const double got = TestFixture::number(TestFixture::code_of(beyond));
    EXPECT_TRUE(format.has_infinity ? std::isinf(got) : std::isnan(got)) << beyond;
  }
}

TEST(ElementTypes, StateWhatTheirFormatsHold) {
  const auto expect = [](ElementType type, auto one) {
    using T = decltype(one);
    const auto number = [](unsigned code) {
      return static_cast<double>(T::from_bits(static_cast<typename T::Bits>(code)));
    };
    EXPECT_EQ(facts_of(type).bytes, sizeof(T));
    EXPECT_EQ(facts_of(type).most, number(T::kFormat.largest()));
    EXPECT_EQ(facts_of(type).least, -number(T::kFormat.largest()));
    EXPECT_EQ(facts_of(type).smallest, number(1));
    EXPECT_EQ(facts_of(type).ulp, number(T(1).bits() + 1U) - 1);
  };
  expect(ElementType::f16, Float16());
  expect(ElementType::bf16, BFloat16());
  expect(ElementType::f8e4m3, Float8E4M3());
  expect(ElementType::f8e5m2, Float8E5M2());
  EXPECT_EQ(facts_of(ElementType::f32).ulp, std::numeric_limits<float>::epsilon());
  EXPECT_EQ(facts_of(ElementType::f64).smallest, std::numeric_limits<double>::denorm_min());
}

}  // namespace
}  // namespace warpledger
