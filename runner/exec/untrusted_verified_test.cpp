// Untrusted points that are only verified.
#include <gmock/gmock.h>

#include <map>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "exec/job_fixture.h"
#include "exec/untrusted_point.h"

namespace warpledger {
namespace {

using fixture::twice;
using testing::StartsWith;

Job verified_job() {
  Job job = fixture::untrusted_job();
  job.measure.max_samples = 0;
  return job;
}

TEST(UntrustedPointVerifiedOnly, NeighboursOnAHostShareTheAnswersToTheFirstInputsAndToTheOtherOnes) {
  ScriptedBackend backend = fixture::doubling_backend();
  std::set<float> inputs;
  backend.kernels["good"] = [&](const ScriptedCall& call) {
    inputs.insert(call.pointer<float>(1)[0]);
    twice(call);
  };
  backend.gpu_times = false;
  PointContext context(backend);
  for (int point = 0; point < 3; ++point) ASSERT_EQ(measure_point(verified_job(), context).outcome, Outcome::ok);
  EXPECT_EQ(std::count(backend.log.begin(), backend.log.end(), "launch reference"), 2);
  EXPECT_EQ(inputs.size(), 2);
}

TEST(UntrustedPointVerifiedOnly, IsLaunchedAtOnePlaceAndNotTimed) {
  ScriptedBackend backend = fixture::doubling_backend();
  backend.place_count = 4;
  PointContext context(backend);
  const Result result = measure_point(verified_job(), context);
  EXPECT_EQ(result.outcome, Outcome::ok) << result.reason;
  EXPECT_EQ(std::count(backend.log.begin(), backend.log.end(), "compile good"), 1);
  EXPECT_EQ(std::count(backend.log.begin(), backend.log.end(), "launch good"),
            1 + kUnwatchedLaunches + 1 + kAuditedLaunches);
  EXPECT_FALSE(result.timing);
  EXPECT_EQ(result.checks.size(), 1u);
  EXPECT_EQ(result.metrics.back().name, "launch_time");
  EXPECT_EQ(result.metrics.back().value, std::nullopt);
}

/// Counts the waits for a GPU.
class WaitedForBackend : public ScriptedBackend {
 public:
  int waits = 0;

  std::vector<std::uint64_t> answers(std::span<const Question> questions) override {
    ++waits;
    return ScriptedBackend::answers(questions);  // reads
  }
  void launch(const Work& work) override {
    ++waits;
    ScriptedBackend::launch(work);
  }
  void begin(const Work& work) override { ScriptedBackend::launch(work); }
  void begin_repeatedly(const Work& work, int times) override {
    const int before = waits;
    ScriptedBackend::begin_repeatedly(work, times);
    waits = before;
  }
  void copy(const Restore& copied) override { begin({.restores = {copied}}); }
};

TEST(UntrustedPointVerifiedOnly, WaitsForTheGpuAtTwoChecksAndOneForEachAudit) {
  WaitedForBackend backend;
  static_cast<ScriptedBackend&>(backend) = fixture::doubling_backend();
  PointContext context(backend);
  ASSERT_EQ(measure_point(verified_job(), context).outcome, Outcome::ok);  // caches inputs and the first answer
  backend.waits = 0;
  constexpr int kPoints = 20;
  for (int i = 0; i < kPoints; ++i) measure_point(verified_job(), context);
  EXPECT_LE(backend.waits, kPoints * (2 + kAuditedLaunches));
  EXPECT_GE(backend.waits, kPoints * 3);
}

TEST(UntrustedPointVerifiedOnly, OnAGpuItsLastLaunchesHaveNewInputsEach) {
  ScriptedBackend backend = fixture::doubling_backend();
  std::vector<float> inputs;
  backend.kernels["good"] = [&](const ScriptedCall& call) {
    inputs.push_back(call.pointer<float>(1)[0]);
    twice(call);
  };
  PointContext context(backend);
  ASSERT_EQ(measure_point(verified_job(), context).outcome, Outcome::ok);
  EXPECT_EQ(std::set<float>(inputs.end() - kAuditedLaunches - 1, inputs.end()).size(), 1u + kAuditedLaunches);
}

TEST(UntrustedPointVerifiedOnly, TheFirstAndTheLastTwoLaunchesOfAHostAreJudged) {
  const std::map<int, std::string> reasons = {
      {0, "y[0]: got nothing"},
      {1 + kUnwatchedHostLaunches,
       "correct at first, wrong when launched again on the same inputs: later launches skip work"},
      {2 + kUnwatchedHostLaunches, "correct on the first inputs, wrong on others: y[0]"}};
  for (const auto& entry : reasons) {
    const int wrong = entry.first;
    ScriptedBackend backend = fixture::doubling_backend();
    backend.gpu_times = false;
    int calls = 0;
    backend.kernels["good"] = [&](const ScriptedCall& call) {
      if (calls++ != wrong) twice(call);
    };
    PointContext context(backend);
    EXPECT_THAT(measure_point(verified_job(), context).reason, StartsWith(entry.second));
  }
}

TEST(UntrustedPointVerifiedOnly, ItsLastLaunchOnAGpuIsAudited) {
  ScriptedBackend backend = fixture::doubling_backend();
  int calls = 0;
  backend.kernels["good"] = [&](const ScriptedCall& call) {
    if (++calls < 2 + kUnwatchedLaunches + kAuditedLaunches) twice(call);
  };
  PointContext context(backend);
  EXPECT_THAT(measure_point(verified_job(), context).reason,
              StartsWith("correct on the first inputs, wrong on others: y[0]"));
}

TEST(UntrustedPointInout, GetsTheOtherInputsToo) {
  ScriptedBackend backend;
  backend.kernels["twice"] = [](const ScriptedCall& call) {
    for (int i = 0; i < 10; ++i) call.pointer<float>(0)[i] *= 2;
  };
  backend.kernels["reference"] = [](const ScriptedCall& call) {
    for (int i = 0; i < 10; ++i) call.pointer<double>(0)[i] *= 2;
  };
  Job job = fixture::doubling_job("twice");
  job.untrusted = true;
  job.buffers = {{"z", ElementType::f32, 10, Role::inout, {Fill::Kind::uniform, 1, 2}, {1e-6, 0, ""}}};
  job.launches[0].arguments = job.reference.launches[0].arguments = {BufferIndex{0}};
  PointContext context(backend);
  const Result result = measure_point(job, context);
  EXPECT_EQ(result.outcome, Outcome::ok) << result.reason;
}

}  // namespace
}  // namespace warpledger
