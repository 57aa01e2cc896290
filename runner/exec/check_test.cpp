#include "exec/check.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <limits>
#include <vector>

namespace warpledger {
namespace {

template <typename T>
std::span<const std::byte> bytes_of(const std::vector<T>& values) {
  return std::as_bytes(std::span<const T>(values));
}

BufferSpec floats(std::int64_t count, const Tolerance& tolerance = {1e-3, 0, "rounding"}) {
  return {"y", ElementType::f32, count, Role::out, {}, tolerance};
}

TEST(CheckOutput, AcceptsWhatLiesWithinTheTolerance) {
  const CheckResult result = check_output(floats(2), bytes_of<float>({1.0005f, 2}), std::vector<double>{1, 2});
  EXPECT_EQ(result.failure, std::nullopt);
  EXPECT_NEAR(result.check.max_abs_error, 5e-4, 1e-6);
}

TEST(CheckOutput, NamesBufferIndexGotExpectedToleranceAndHowManyAreWrong) {
  const CheckResult result = check_output(floats(3), bytes_of<float>({1, 2.5f, 4}), std::vector<double>{1, 2, 3});
  EXPECT_EQ(result.check.mismatches, 2);
  EXPECT_EQ(result.failure, "y[1]: got 2.5, expected 2 (tolerance 0.001: rounding); 2 of 3 elements are wrong");
}

TEST(CheckOutput, NeverAcceptsNotANumber) {
  const float nan = -std::numeric_limits<float>::quiet_NaN();
  EXPECT_TRUE(check_output(floats(1, {1e30, 1e30, ""}), bytes_of<float>({nan}), std::vector<double>{1}).failure);
  EXPECT_TRUE(check_output(floats(1, {1e30, 1e30, ""}), bytes_of<float>({1}),
                           std::vector<double>{std::numeric_limits<double>::quiet_NaN()})
                  .failure);
}

TEST(CheckOutput, NeverAcceptsInfinityForANumber) {
  const float infinity = std::numeric_limits<float>::infinity();
  EXPECT_TRUE(check_output(floats(1, {1, 1, ""}), bytes_of<float>({infinity}), std::vector<double>{1}).failure);
}

TEST(CheckOutput, OnlyAnInfinityIsAsRightAsAnInfinityThatIsExpected) {
  const float infinity = std::numeric_limits<float>::infinity();
  const std::vector<double> expected{std::numeric_limits<double>::infinity()};
  const BufferSpec relative = floats(1, {0, 1e-3, ""});
  EXPECT_FALSE(check_output(relative, bytes_of<float>({infinity}), expected).failure);
  for (const float other : {0.f, -42.f, -infinity}) {
    EXPECT_TRUE(check_output(relative, bytes_of<float>({other}), expected).failure) << other;
    EXPECT_TRUE(check_output(floats(1, {1, 0, ""}), bytes_of<float>({other}), expected).failure) << other;
  }
  EXPECT_FALSE(zeros_pass(floats(1, {0, 2, ""}), expected));
}

TEST(CheckOutput, SaysWhereDoublesTakeOtherIntegersForRight) {
  const double large = 9007199254740994;  // 2^53 + 2
  const BufferSpec exact{"y", ElementType::i64, 1, Role::out, {}, {}};
  EXPECT_TRUE(rounded_pass(exact, std::vector<double>{-large}));
  EXPECT_TRUE(rounded_pass(exact, std::vector<double>{large - 2}));
  EXPECT_FALSE(rounded_pass(exact, std::vector<double>{large - 3}));
  EXPECT_FALSE(rounded_pass({"y", ElementType::i64, 1, Role::out, {}, {.abs = 4}}, std::vector<double>{large}));
  EXPECT_FALSE(rounded_pass({"y", ElementType::f64, 1, Role::out, {}, {}}, std::vector<double>{large}));
  EXPECT_EQ(check_output(exact, bytes_of<std::int64_t>({0}), std::vector<double>{large}).failure,
            "y[0]: got 0, expected 9007199254740994 (tolerance 0); 1 of 1 elements is wrong");
}

TEST(CheckOutput, ARelativeToleranceUsesTheMagnitudeOfANegativeReference) {
  EXPECT_TRUE(check_output(floats(1, {0, 0.1, ""}), bytes_of<float>({500}), std::vector<double>{-1}).failure);
  EXPECT_FALSE(check_output(floats(1, {0, 0.1, ""}), bytes_of<float>({-1.05f}), std::vector<double>{-1}).failure);
}

TEST(CheckOutput, SaysThatAnElementWasNeverWritten) {
  float poison = 0;
  std::memset(&poison, 0xff, sizeof poison);
  const CheckResult result = check_output(floats(1), bytes_of<float>({poison}), std::vector<double>{1});
  EXPECT_EQ(
      result.failure,
      "y[0]: got nothing new (the pattern from before the launch: never written, or copied from memory that nobody "
      "wrote), expected 1 (tolerance 0.001: rounding); 1 of 1 elements is wrong");
}

TEST(CheckOutput, SaysThatTheReferenceGivesNoNumber) {
  EXPECT_EQ(check_output(floats(1), bytes_of<float>({1}), std::vector<double>{std::nan("")}).failure,
            "y[0]: got 1, but the reference gives no number: it did not write that element, read past the end of an "
            "input, or computed NaN; 1 of 1 elements is wrong");
}

TEST(CheckOutput, ComparesIntegersExactlyWhenTheToleranceIsZero) {
  const BufferSpec counts{"h", ElementType::i32, 2, Role::out, {}, {}};
  EXPECT_FALSE(check_output(counts, bytes_of<std::int32_t>({7, -1}), std::vector<double>{7, -1}).failure);
  EXPECT_TRUE(check_output(counts, bytes_of<std::int32_t>({7, 0}), std::vector<double>{7, -1}).failure);
}

TEST(CheckUnchanged, NamesTheElementAndBothValues) {
  EXPECT_EQ(check_unchanged(floats(3), bytes_of<float>({1, 2, 3}), bytes_of<float>({1, 2, 3})), std::nullopt);
  EXPECT_EQ(check_unchanged(floats(3), bytes_of<float>({1, 2, 3}), bytes_of<float>({1, 9, 3})),
            "the input y[1] was changed: it held 2 and now holds 9; a kernel must not write its inputs");
}

TEST(CheckGuard, NamesTheElementsWrittenPastTheEndAndHowFarTheFarthestByteLies) {
  std::vector<std::byte> zone(64, kGuardByte);
  EXPECT_EQ(check_guard(floats(10), zone, true), std::nullopt);
  zone[9] = std::byte{0};
  EXPECT_EQ(check_guard(floats(10), zone, true),
            "wrote past the end of y: y[12], up to 10 bytes beyond its last element y[9]");
  zone[31] = std::byte{0};
  EXPECT_EQ(check_guard(floats(10), zone, true),
            "wrote past the end of y: y[12] to y[17], up to 32 bytes beyond its last element y[9]");
}

TEST(CheckGuard, NamesTheElementsWrittenBeforeTheStartAndHowFarTheFarthestByteLies) {
  std::vector<std::byte> zone(64, kGuardByte);
  EXPECT_EQ(check_guard(floats(10), zone, false), std::nullopt);
  zone[64 - 5] = std::byte{0};
  EXPECT_EQ(check_guard(floats(10), zone, false), "wrote before the start of y: y[-2], up to 5 bytes before y[0]");
  zone[64 - 1] = std::byte{0};
  EXPECT_EQ(check_guard(floats(10), zone, false),
            "wrote before the start of y: y[-2] to y[-1], up to 5 bytes before y[0]");
}

TEST(CheckGuard, SaysThatMoreMayBeWrittenWhereTheZoneEnds) {
  const std::vector<std::byte> zone(64, std::byte{0});
  EXPECT_EQ(check_guard(floats(10), zone, true),
            "wrote past the end of y: y[10] to y[25], at least 64 bytes beyond its last element y[9]");
  EXPECT_EQ(check_guard(floats(10), zone, false),
            "wrote before the start of y: y[-16] to y[-1], at least 64 bytes before y[0]");
}

}  // namespace
}  // namespace warpledger
