#include "exec/answers_on_device.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <memory>
#include <variant>
#include <vector>

#include "exec/collect_metrics.h"
#include "exec/job_fixture.h"
#include "exec/measure_point.h"
#include "exec/scripted_backend_fixture.h"

namespace warpledger {
namespace {

using testing::HasSubstr;

/// Records device comparisons.
class ComparingBackend : public ScriptedBackend {
 public:
  explicit ComparingBackend(ScriptedBackend of) : ScriptedBackend(std::move(of)) {}

  int compared = 0;
  int refused_allocations = 0;  ///< allocations still to fail
  std::vector<DevicePointer> expected;

  std::unique_ptr<Memory> allocate(std::size_t bytes) override {
    if (refused_allocations-- > 0) throw PointFailure(Outcome::invalid_point, "no memory");
    return ScriptedBackend::allocate(bytes);
  }

  std::vector<std::uint64_t> answers(std::span<const Question> questions) override {
    for (const Question& question : questions)
      if (const auto* asked = std::get_if<LargestError>(&question)) ++compared, expected.push_back(asked->expected);
    return ScriptedBackend::answers(questions);
  }
};

class AnswersOnDeviceTest : public testing::Test {
 protected:
  AnswersOnDeviceTest() {
    backend_.kernels["nearly"] = [](const ScriptedCall& call) {
      for (std::int64_t i = 0; i < fixture::kElements; ++i)
        call.pointer<float>(0)[i] = std::nextafter(2 * call.pointer<float>(1)[i], 1.0F);
    };
  }

  GuardedBuffer buffer_of(const std::vector<double>& values) {
    GuardedBuffer buffer(backend_, values.size() * sizeof(double));
    buffer.write(std::as_bytes(std::span(values)));
    return buffer;
  }

  static BufferSpec doubles(std::int64_t count, double abs) {
    return {"y", ElementType::f64, count, Role::out, {}, {abs, 0, ""}};
  }

  ComparingBackend backend_{fixture::doubling_backend()};
  PointContext context_{backend_};
  AnswersOnDevice answers_{backend_};
};

TEST_F(AnswersOnDeviceTest, TellHowManyElementsAreWrongAndTheLargestError) {
  answers_.keep(1, 0, buffer_of({1, 2, 3, 4}));
  const auto check = answers_.compare(1, 0, doubles(4, 0.1), buffer_of({1, 2.05, 3.5, NAN}));
  ASSERT_TRUE(check);
  EXPECT_EQ(check->mismatches, 2);
  EXPECT_EQ(check->max_abs_error, 0.5);
  EXPECT_EQ(check->elements, 4);
}

TEST_F(AnswersOnDeviceTest, AreOfOneAnswerAndBuffer) {
  answers_.keep(1, 0, buffer_of({1}));
  EXPECT_FALSE(answers_.compare(2, 0, doubles(1, 0), buffer_of({1})));
  EXPECT_FALSE(answers_.compare(1, 1, doubles(1, 0), buffer_of({1})));
}

TEST_F(AnswersOnDeviceTest, SayNothingOfOutputsThatAreNotComparedElementByElement) {
  answers_.keep(1, 0, buffer_of({1, 2}));
  BufferSpec unordered = doubles(2, 0), whole = doubles(2, 0);
  unordered.unordered = true;
  whole.tolerance.norm = 0.1;
  EXPECT_FALSE(answers_.compare(1, 0, unordered, buffer_of({2, 1})));
  EXPECT_FALSE(answers_.compare(1, 0, whole, buffer_of({1, 2})));
}

TEST_F(AnswersOnDeviceTest, GoOldestFirstWhenTheirShareOfTheMemoryIsFull) {
  const std::vector<double> third_of_share((std::size_t{1} << 30) / 16 / 3 / sizeof(double), 1);
  for (const std::uint64_t id : {1, 2, 3, 4}) answers_.keep(id, 0, buffer_of(third_of_share));
  const BufferSpec spec = doubles(static_cast<std::int64_t>(third_of_share.size()), 0);
  EXPECT_FALSE(answers_.compare(1, 0, spec, buffer_of(third_of_share)));
  EXPECT_TRUE(answers_.compare(2, 0, spec, buffer_of(third_of_share)));
  EXPECT_TRUE(answers_.compare(4, 0, spec, buffer_of(third_of_share)));
}

TEST_F(AnswersOnDeviceTest, AreNotKeptOnAHost) {
  backend_.gpu_times = false;
  answers_.keep(1, 0, buffer_of({1}));
  EXPECT_FALSE(answers_.drop());
}

TEST_F(AnswersOnDeviceTest, JudgeOutputsThatAreNearAndLeaveTheWrongOnesToTheHost) {
  ASSERT_EQ(measure_point(fixture::doubling_job("good"), context_).outcome, Outcome::ok);
  const Result near = measure_point(fixture::doubling_job("nearly"), context_);
  EXPECT_EQ(near.outcome, Outcome::ok) << near.reason;
  EXPECT_GT(near.checks.at(0).max_abs_error, 0);
  EXPECT_EQ(backend_.compared, 2);
  const Result wrong = measure_point(fixture::doubling_job("stops_short"), context_);
  EXPECT_EQ(wrong.outcome, Outcome::incorrect);
  EXPECT_THAT(wrong.reason, HasSubstr("y[99]"));
}

TEST_F(AnswersOnDeviceTest, CountNoLongerWhenAKernelChangedThem) {
  ASSERT_EQ(measure_point(fixture::doubling_job("good"), context_).outcome, Outcome::ok);
  // A stray kernel that overwrites everything with its own results.
  backend_.kernels["astray"] = [this](const ScriptedCall& call) {
    std::vector<double> tripled;
    for (std::int64_t i = 0; i < fixture::kElements; ++i) {
      call.pointer<float>(0)[i] = 3 * call.pointer<float>(1)[i];
      tripled.push_back(call.pointer<float>(0)[i]);
    }
    auto* const memory = const_cast<Memory*>(backend_.expected.at(0).memory);
    backend_.write(*memory, backend_.expected.at(0).offset_bytes, std::as_bytes(std::span(tripled)));
  };
  EXPECT_EQ(measure_point(fixture::doubling_job("astray"), context_).outcome, Outcome::incorrect);
}

Job other_job() {
  Job job = fixture::doubling_job("good");
  for (BufferSpec& buffer : job.buffers) buffer.name += "_again";
  return job;
}

TEST_F(AnswersOnDeviceTest, MakeRoomForABuffer) {
  ASSERT_EQ(measure_point(fixture::doubling_job("good"), context_).outcome, Outcome::ok);
  backend_.refused_allocations = 1;
  EXPECT_EQ(measure_point(other_job(), context_).outcome, Outcome::ok);
  backend_.expected.clear();
  EXPECT_EQ(measure_point(fixture::doubling_job("nearly"), context_).outcome, Outcome::ok);
  EXPECT_TRUE(backend_.expected.empty());
}

TEST_F(AnswersOnDeviceTest, StayWhenAPointIsInvalid) {
  ASSERT_EQ(measure_point(fixture::doubling_job("good"), context_).outcome, Outcome::ok);
  backend_.kernels["invalid"] = [](const ScriptedCall&) {
    throw PointFailure(Outcome::invalid_point, "too many threads");
  };
  EXPECT_EQ(measure_point(fixture::doubling_job("invalid"), context_).outcome, Outcome::invalid_point);
  EXPECT_TRUE(context_.workspace.answers().drop());
}

TEST_F(AnswersOnDeviceTest, AreGoneWhenUntrustedCodeIsCounted) {
  ASSERT_EQ(measure_point(fixture::doubling_job("good"), context_).outcome, Outcome::ok);
  const std::vector<Job> jobs = {fixture::untrusted_job()};
  collect_metrics(jobs, context_);
  EXPECT_FALSE(context_.workspace.answers().drop());
}

TEST_F(AnswersOnDeviceTest, AreGoneWhenUntrustedCodeRuns) {
  ASSERT_EQ(measure_point(fixture::doubling_job("good"), context_).outcome, Outcome::ok);
  backend_.kernels["good"] = [&, right = backend_.kernels["good"]](const ScriptedCall& call) {
    EXPECT_FALSE(context_.workspace.answers().drop());
    right(call);
  };
  EXPECT_EQ(measure_point(fixture::untrusted_job(), context_).outcome, Outcome::ok);
  EXPECT_EQ(backend_.compared, 1);
}

}  // namespace
}  // namespace warpledger
