// Comparisons by norm and without order.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <span>
#include <vector>

#include "exec/check.h"
#include "exec/job_fixture.h"
#include "exec/measure_point.h"

namespace warpledger {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

constexpr double kInfinity = std::numeric_limits<double>::infinity();

BufferSpec doubles(std::int64_t count, const Tolerance& tolerance) {
  return {"y", ElementType::f64, count, Role::out, {}, tolerance};
}

CheckResult check(const BufferSpec& buffer, const std::vector<double>& got, const std::vector<double>& expected) {
  return check_output(buffer, std::as_bytes(std::span(got)), expected);
}

Tolerance by_norm(double norm) { return {.because = "sums", .norm = norm}; }
Tolerance by_ratio(double matched) { return {.abs = 0.5, .because = "ties", .matched = matched}; }

TEST(CheckByNorm, LooksAtTheWholeOutput) {
  // sqrt(0.01 / 25) = 0.02
  EXPECT_FALSE(check(doubles(2, by_norm(0.0201)), {3.1, 4}, {3, 4}).failure);
  const CheckResult wrong = check(doubles(2, by_norm(0.0199)), {3.1, 4}, {3, 4});
  EXPECT_EQ(wrong.failure,
            "y: the relative L2 error is 0.02 (tolerance 0.0199: sums); farthest off is [0]: got 3.1, expected 3");
  EXPECT_EQ(wrong.check.mismatches, 2);
  EXPECT_NEAR(wrong.check.max_abs_error, 0.1, 1e-12);
}

TEST(CheckByNorm, NeverAcceptsWhatIsNoNumber) {
  for (const double bad : {std::nan(""), kInfinity}) {
    EXPECT_THAT(*check(doubles(2, by_norm(1e9)), {1, bad}, {1, 2}).failure, HasSubstr("farthest off is [1]"));
    EXPECT_TRUE(check(doubles(2, by_norm(1e9)), {1, 2}, {1, bad}).failure);
  }
  EXPECT_TRUE(check(doubles(2, by_norm(1e9)), {1, std::nan("")}, {1, std::nan("")}).failure);
}

TEST(CheckByNorm, AnInfinityIsMatchedByItselfAndIsNoPartOfTheSize) {
  EXPECT_FALSE(check(doubles(2, by_norm(0.01)), {5, kInfinity}, {5, kInfinity}).failure);
  EXPECT_TRUE(check(doubles(2, by_norm(0.01)), {5.1, kInfinity}, {5, kInfinity}).failure);
  EXPECT_TRUE(check(doubles(2, by_norm(1e9)), {5, -kInfinity}, {5, kInfinity}).failure);
}

TEST(CheckByNorm, OfZerosWantsZeros) {
  EXPECT_FALSE(check(doubles(2, by_norm(1e-3)), {0, 0}, {0, 0}).failure);
  EXPECT_TRUE(check(doubles(2, by_norm(0.5)), {0, 1e-100}, {0, 0}).failure);
}

TEST(CheckByRatio, AcceptsSoManyElementsBeyondTheTolerance) {
  const std::vector<double> expected(10, 1.0);
  std::vector<double> got = expected;
  got[3] = 7;
  const CheckResult one = check(doubles(10, by_ratio(0.9)), got, expected);
  EXPECT_FALSE(one.failure);
  EXPECT_EQ(one.check.mismatches, 1);
  got[8] = std::nan("");
  EXPECT_EQ(check(doubles(10, by_ratio(0.9)), got, expected).failure,
            "y[3]: got 7, expected 1 (tolerance 0.5, for 0.9 of the elements: ties); 2 of 10 elements are wrong");
}

TEST(CheckSorted, ComparesTheElementsWithoutTheirOrder) {
  BufferSpec buffer = doubles(4, {.abs = 0.1, .because = "any order"});
  buffer.unordered = true;
  EXPECT_FALSE(check(buffer, {4, 1, 3.05, 2}, {1, 2, 3, 4}).failure);
  EXPECT_THAT(*check(buffer, {4, 1, 3, 3}, {1, 2, 3, 4}).failure, StartsWith("sorted y[1]: got 3, expected 2"));
  EXPECT_TRUE(check(buffer, {4, 1, 3, std::nan("")}, {1, 2, 3, 4}).failure);
  EXPECT_EQ(check(buffer, {4, 1, 3, 3}, {1, 2, 3, 4}).check.buffer, "y");
}

TEST(ZerosPass, WhereTheToleranceIsLargerThanWhatIsExpected) {
  EXPECT_TRUE(zeros_pass(doubles(2, {.abs = 0.1}), std::vector<double>{0.05, -0.1}));
  EXPECT_FALSE(zeros_pass(doubles(2, {.abs = 0.1}), std::vector<double>{0.05, 0.2}));
  EXPECT_TRUE(zeros_pass(doubles(2, by_ratio(0.5)), std::vector<double>{0.05, 9}));
  EXPECT_FALSE(zeros_pass(doubles(2, by_norm(0.9)), std::vector<double>{0, 0.1}));
  EXPECT_TRUE(zeros_pass(doubles(2, by_norm(1)), std::vector<double>{0, 0.1}));
}

TEST(WeakCheck, IsToldWithThePointThatPasses) {
  ScriptedBackend backend = fixture::doubling_backend();
  PointContext context(backend);
  Job job = fixture::doubling_job("good");
  EXPECT_FALSE(measure_point(job, context).checks[0].zeros_pass);
  job.buffers[1].tolerance.abs = 2;
  EXPECT_TRUE(measure_point(job, context).checks[0].zeros_pass);
}

TEST(WeakCheck, IsToldOfABufferThatMayStayAsItIs) {
  ScriptedBackend backend = fixture::doubling_backend();
  backend.kernels["keeps"] = [](const ScriptedCall&) {};
  backend.kernels["reference"] = [](const ScriptedCall&) {};
  PointContext context(backend);
  Job job = fixture::doubling_job("keeps");
  job.buffers[1].role = Role::inout;
  const Result result = measure_point(job, context);
  EXPECT_EQ(result.reason, "");
  EXPECT_TRUE(result.checks[0].untouched_pass);
  EXPECT_FALSE(result.checks[0].zeros_pass);
}

TEST(OutputThatAKernelDoesNotFill, IsNotComparedAndStillGuarded) {
  ScriptedBackend backend = fixture::doubling_backend();
  PointContext context(backend);
  Job job = fixture::doubling_job("never_runs");
  job.buffers[1].compared = false;
  const Result result = measure_point(job, context);
  EXPECT_EQ(result.reason, "");
  EXPECT_TRUE(result.checks.empty());
  job.launches[0].function = "writes_past_end";
  EXPECT_THAT(measure_point(job, context).reason, StartsWith("wrote past the end of y"));
}

TEST(OutputOfUntrustedCode, IsAuditedByItsOwnKindOfComparison) {
  for (const bool unordered : {false, true}) {
    ScriptedBackend backend = fixture::doubling_backend();
    PointContext context(backend);
    Job job = fixture::untrusted_job();
    job.buffers[1].tolerance = by_norm(1e-6);
    job.buffers[1].unordered = unordered;
    EXPECT_EQ(measure_point(job, context).reason, "") << unordered;
    job.launches[0].function = "stops_short";
    EXPECT_EQ(measure_point(job, context).outcome, Outcome::incorrect) << unordered;
  }
}

}  // namespace
}  // namespace warpledger
