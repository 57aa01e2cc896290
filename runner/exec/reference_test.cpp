#include "exec/reference.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>

#include "exec/job_fixture.h"
#include "exec/measure_point.h"

namespace warpledger {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

/// Measures a correct kernel against a correct reference that also calls `writes`.
Result measure_beside_reference_that_also(const std::function<void(const ScriptedCall&)>& writes) {
  ScriptedBackend backend = fixture::doubling_backend();
  const auto right = backend.kernels.at("reference");
  backend.kernels["reference"] = [=](const ScriptedCall& call) {
    right(call);
    writes(call);
  };
  PointContext context(backend);
  return measure_point(fixture::doubling_job("good"), context);
}

TEST(Reference, ThoseThatDifferInTheirLaunchAloneHaveAnswersOfTheirOwn) {
  ScriptedBackend backend = fixture::doubling_backend();
  const auto scale = [](const ScriptedCall& call, auto* to) {
    for (std::int64_t i = 0; i < fixture::kElements; ++i)
      to[i] = static_cast<float>(call.launch.grid.x) * call.pointer<float>(1)[i];
  };
  backend.kernels["scales"] = [=](const ScriptedCall& call) { scale(call, call.pointer<float>(0)); };
  backend.kernels["reference"] = [=](const ScriptedCall& call) { scale(call, call.pointer<double>(0)); };
  PointContext context(backend);
  Job job = fixture::doubling_job("scales");
  for (const std::uint32_t blocks : {1U, 2U}) {
    job.launches[0].grid = job.reference.launches[0].grid = {blocks};
    EXPECT_EQ(measure_point(job, context).reason, "") << blocks;
  }
}

TEST(Reference, OneOfSeveralLaunchesFindsWhatTheEarlierOnesLeft) {
  ScriptedBackend backend = fixture::doubling_backend();
  backend.kernels["squares"] = [](const ScriptedCall& call) {
    for (std::int64_t i = 0; i < fixture::kElements; ++i)
      call.pointer<float>(0)[i] = call.pointer<float>(1)[i] * call.pointer<float>(1)[i];
  };
  backend.kernels["keep"] = [](const ScriptedCall& call) {
    for (std::int64_t i = 0; i < fixture::kElements; ++i) call.pointer<double>(0)[i] = call.pointer<float>(1)[i];
  };
  backend.kernels["square"] = [](const ScriptedCall& call) {
    for (std::int64_t i = 0; i < fixture::kElements; ++i)
      call.pointer<double>(0)[i] = call.pointer<double>(1)[i] * call.pointer<double>(1)[i];
  };
  PointContext context(backend);
  Job job = fixture::doubling_job("squares");
  job.buffers.push_back({"s", ElementType::f32, fixture::kElements, Role::scratch});
  job.reference.launches = {{"keep", {BufferIndex{2}, BufferIndex{0}}, {1}, {32}},
                            {"square", {BufferIndex{1}, BufferIndex{2}}, {1}, {32}}};
  EXPECT_EQ(measure_point(job, context).reason, "");
  job.reference.launches.erase(job.reference.launches.begin());
  EXPECT_THAT(measure_point(job, context).reason, HasSubstr("but the reference gives no number"));
}

TEST(Reference, OneThatDoesNotCompileSaysThatItIsTheReference) {
  ScriptedBackend backend = fixture::doubling_backend();
  backend.kernels.erase("reference");
  PointContext context(backend);
  EXPECT_EQ(measure_point(fixture::doubling_job("good"), context).reason,
            "the reference: reference.cu: no function reference");
}

TEST(Reference, RunsOnceForNeighbouringPointsOfOneShape) {
  ScriptedBackend backend = fixture::doubling_backend();
  PointContext context(backend);
  Job job = fixture::doubling_job("good");
  measure_point(job, context);
  job.launches[0].block.x = 64;
  measure_point(job, context);
  EXPECT_EQ(std::count(backend.log.begin(), backend.log.end(), "launch reference"), 1);
  job.seed = 2;
  measure_point(job, context);
  EXPECT_EQ(std::count(backend.log.begin(), backend.log.end(), "launch reference"), 2);
}

TEST(Reference, AnInputThatIsTooShortForItAndTheKernelAlikeIsFoundOut) {
  ScriptedBackend backend = fixture::doubling_backend();
  backend.kernels["copies_too_far"] = [](const ScriptedCall& call) {
    for (std::int64_t i = 0; i < fixture::kElements; ++i) call.pointer<float>(0)[i] = call.pointer<float>(1)[i];
  };
  backend.kernels["reference"] = [](const ScriptedCall& call) {
    for (std::int64_t i = 0; i < fixture::kElements; ++i) call.pointer<double>(0)[i] = call.pointer<float>(1)[i];
  };
  PointContext context(backend);
  Job job = fixture::doubling_job("copies_too_far");
  job.buffers[0].count = fixture::kElements - 1;
  const Result result = measure_point(job, context);
  EXPECT_EQ(result.outcome, Outcome::incorrect);
  EXPECT_THAT(result.reason, StartsWith("y[99]: got "));
  EXPECT_THAT(result.reason, HasSubstr("but the reference gives no number"));
  EXPECT_THAT(result.reason, HasSubstr("1 of 100 elements is wrong"));
}

TEST(Reference, OneThatLeavesAnElementOutIsFoundOutEvenIfTheKernelWritesAZero) {
  ScriptedBackend backend = fixture::doubling_backend();
  backend.kernels["zero"] = [](const ScriptedCall& call) {
    for (std::int64_t i = 0; i < fixture::kElements; ++i) call.pointer<float>(0)[i] = 0;
  };
  backend.kernels["reference"] = [](const ScriptedCall&) {};
  PointContext context(backend);
  const Result result = measure_point(fixture::doubling_job("zero"), context);
  EXPECT_EQ(result.outcome, Outcome::incorrect);
  EXPECT_THAT(result.reason, StartsWith("y[0]: got 0, but the reference gives no number"));
}

TEST(Reference, OneThatWritesPastTheEndIsIncorrect) {
  const Result result = measure_beside_reference_that_also(
      [](const ScriptedCall& call) { call.pointer<double>(0)[fixture::kElements] = 0; });
  EXPECT_EQ(result.outcome, Outcome::incorrect);
  EXPECT_EQ(result.reason,
            "the reference: wrote past the end of y: y[100], up to 8 bytes beyond its last element y[99]");
}

TEST(Reference, OneThatWritesAnInputIsIncorrectAndNoKernelIsBlamed) {
  const Result result =
      measure_beside_reference_that_also([](const ScriptedCall& call) { call.pointer<float>(1)[3] = -1; });
  EXPECT_EQ(result.outcome, Outcome::incorrect);
  EXPECT_THAT(result.reason, StartsWith("the reference: the input x[3] was changed: it held "));
}

}  // namespace
}  // namespace warpledger
