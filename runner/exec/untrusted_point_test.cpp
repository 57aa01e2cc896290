#include "exec/untrusted_point.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <set>
#include <thread>

#include "exec/inputs.h"
#include "exec/job_fixture.h"

namespace warpledger {
namespace {

using fixture::kElements;
using fixture::twice;
using fixture::untrusted_job;
using testing::StartsWith;

using Kernel = std::function<void(const ScriptedCall&)>;

/// Measures an untrusted point at two placements. A launch takes 0.5 ms, so that no audit is costly in comparison, even
/// on a busy machine.
Result measure_untrusted(ScriptedBackend& backend, const Kernel& kernel) {
  backend.kernels["good"] = [kernel](const ScriptedCall& call) {
    std::this_thread::sleep_for(std::chrono::microseconds(500));
    kernel(call);
  };
  backend.place_count = 2;
  PointContext context(backend);
  return measure_point(untrusted_job(), context);
}

Result measure_untrusted(const Kernel& kernel) {
  ScriptedBackend backend = fixture::doubling_backend();
  return measure_untrusted(backend, kernel);
}

TEST(UntrustedPoint, AnHonestKernelIsOkAndTimedAsAnyOther) {
  const Result result = measure_untrusted(twice);
  EXPECT_EQ(result.outcome, Outcome::ok) << result.reason;
  ASSERT_TRUE(result.timing);
  EXPECT_EQ(result.timing->samples.size(), 11u);
  EXPECT_EQ(result.checks.at(0).mismatches, 0);
  EXPECT_EQ(result.metrics.at(0).name, "registers");
}

TEST(UntrustedPoint, NoAnswerIsInAnyMemoryThatTheReferenceUsedWhileItRuns) {
  ScriptedBackend backend = fixture::doubling_backend();
  int references = 0;
  std::set<const double*> answers;
  backend.kernels["reference"] = [&, reference = backend.kernels["reference"]](const ScriptedCall& call) {
    reference(call);
    // The first answer's memory is freed; audits may reuse its address.
    if (++references > 1) answers.insert(call.pointer<double>(0));
  };
  int looked = 0;
  measure_untrusted(backend, [&](const ScriptedCall& call) {
    twice(call);
    for (const double* answer : answers) {
      for (std::int64_t i = 0; i < kElements; ++i) ASSERT_EQ(answer[i], 0);
      ++looked;
    }
  });
  EXPECT_GT(looked, 0);
}

TEST(UntrustedPoint, NothingButItsOwnBuffersAndCopiesOfInputsIsOnTheDeviceWhileItRuns) {
  ScriptedBackend backend = fixture::doubling_backend();
  const std::size_t all = backend.free_bytes;
  std::set<std::size_t> taken;
  PointContext context(backend);
  Job neighbour = fixture::doubling_job("good");
  neighbour.buffers[0].name = "another x";
  ASSERT_EQ(measure_point(neighbour, context).outcome, Outcome::ok);  // leaves its buffers for others
  backend.kernels["good"] = [&](const ScriptedCall& call) {
    taken.insert(all - backend.free_bytes);
    twice(call);
  };
  ASSERT_EQ(measure_point(untrusted_job(), context).outcome, Outcome::ok);
  const std::size_t one_buffer = sizeof(float) * kElements + 2 * 4096;
  const std::size_t wiped_answer = sizeof(double) * kElements + 2 * 4096;
  EXPECT_THAT(taken, testing::ElementsAre(4 * one_buffer, 4 * one_buffer + wiped_answer));
}

TEST(UntrustedPoint, TheModuleIsLoadedAnewForTimingAndForEachPoint) {
  ScriptedBackend backend = fixture::doubling_backend();
  PointContext context(backend);
  measure_point(untrusted_job(), context);
  measure_point(untrusted_job(), context);
  EXPECT_EQ(std::count(backend.log.begin(), backend.log.end(), "compile good"), 4);
}

TEST(UntrustedPoint, RightAtTheFirstPlaceAndWrongAtAnotherIsIncorrect) {
  const float* first_timed = nullptr;
  int calls = 0;
  const Result result = measure_untrusted([&](const ScriptedCall& call) {
    if (++calls == 2) first_timed = call.pointer<float>(0);
    if (calls <= 2 || call.pointer<float>(0) == first_timed) twice(call);
  });
  EXPECT_EQ(result.outcome, Outcome::incorrect);
  EXPECT_THAT(result.reason, StartsWith("correct at first, wrong in a timed launch on new inputs: y[0]"));
}

TEST(UntrustedPoint, WorkDoneOnlyOnceABufferIsIncorrect) {
  std::set<float*> done;
  const Result result = measure_untrusted([&](const ScriptedCall& call) {
    if (std::isnan(call.pointer<float>(0)[0]) || done.insert(call.pointer<float>(0)).second) twice(call);
  });
  EXPECT_EQ(result.outcome, Outcome::incorrect);
  EXPECT_THAT(result.reason, StartsWith("correct at first, wrong in a timed launch on new inputs: y[0]"));
}

TEST(UntrustedPoint, OutputsAreNeverFoundRightAndNoInputIsSeenTwiceWhileItIsTimed) {
  std::set<float> inputs;
  int launches = 0, right = 0;
  const Result result = measure_untrusted([&](const ScriptedCall& call) {
    ++launches;
    inputs.insert(call.pointer<float>(1)[9]);
    if (std::abs(call.pointer<float>(0)[0] - 2 * call.pointer<float>(1)[0]) < 1e-6F) ++right;
    twice(call);
  });
  EXPECT_EQ(result.outcome, Outcome::ok) << result.reason;
  EXPECT_EQ(right, 0);
  EXPECT_EQ(inputs.size(), static_cast<std::size_t>(launches));
}

TEST(UntrustedPoint, OneThatSkipsEveryOtherTimedLaunchIsFoundWhicheverItBeginsWith) {
  for (const int parity : {0, 1}) {
    int calls = 0, found = 0;
    for (int point = 0; point < 20; ++point) {
      const Result result = measure_untrusted([&](const ScriptedCall& call) {
        if (++calls <= 1 || calls % 2 == parity) twice(call);
      });
      found += result.outcome == Outcome::incorrect ? 1 : 0;
      calls = 0;
    }
    // About one point in 20 escapes by chance, and one in three on a slow machine that audits one call in four. Real
    // submissions have more points.
    EXPECT_GE(found, 5) << parity;
  }
}

TEST(UntrustedPoint, OneThatKnowsTheNumberOfEachSampleInItsCallAndSkipsTheFirstHalfIsFound) {
  // From the third call on it skips the first two of 1 to 5 samples, which is more than half of them.
  ScriptedBackend backend = fixture::doubling_backend();
  std::size_t call = 0, sample = 0;
  backend.kernels["good"] = [&](const ScriptedCall& launch) {
    const auto calls = static_cast<std::size_t>(
        std::ranges::count_if(backend.log, [](const std::string& line) { return line.starts_with("time "); }));
    sample = calls == call ? sample + 1 : 1;
    call = calls;
    if (call < 3 || sample > 2) twice(launch);
  };
  backend.place_count = 4;
  PointContext context(backend);
  Job job = untrusted_job();
  job.measure.min_samples = job.measure.max_samples = 100;
  const Result result = measure_point(job, context);
  EXPECT_EQ(result.outcome, Outcome::incorrect);
  EXPECT_THAT(result.reason, StartsWith("correct at first, wrong in a timed launch on new inputs: y[0]"));
}

TEST(UntrustedPoint, ASlowReferenceIsNotRunAfterEachCall) {
  ScriptedBackend backend = fixture::doubling_backend();
  int audits = 0;
  backend.kernels["reference"] = [&, reference = backend.kernels["reference"]](const ScriptedCall& call) {
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    ++audits;
    reference(call);
  };
  backend.kernels["good"] = twice;
  backend.place_count = 4;
  PointContext context(backend);
  Job job = untrusted_job();
  job.measure.min_samples = job.measure.max_samples = 200;
  EXPECT_EQ(measure_point(job, context).outcome, Outcome::ok);
  const auto calls =
      std::ranges::count_if(backend.log, [](const std::string& line) { return line.starts_with("time "); });
  EXPECT_LT(audits, calls / 2);
  EXPECT_GE(audits, 3);
}

TEST(UntrustedPoint, WhatAPrepareLaunchWasNotGivenIsNewWhenTheTimedOnesRun) {
  // "hoard" computes y = 2 x in prepare through a pointer that "good" left.
  ScriptedBackend backend = fixture::doubling_backend();
  const float* x = nullptr;
  std::vector<float> answer(kElements);
  backend.kernels["hoard"] = [&](const ScriptedCall&) {
    if (x == nullptr) return;
    for (std::int64_t i = 0; i < kElements; ++i) answer[static_cast<std::size_t>(i)] = 2 * x[i];
  };
  int launches = 0;
  backend.kernels["good"] = [&](const ScriptedCall& call) {
    if (++launches > 1) x = call.pointer<float>(1);  // the first launch's buffers are freed
    if (launches <= 2)
      twice(call);
    else
      std::copy(answer.begin(), answer.end(), call.pointer<float>(0));
  };
  Job job = untrusted_job();
  job.launches.insert(job.launches.begin(), {"hoard", {}, {1}, {32}, 0, true});
  PointContext context(backend);
  const Result result = measure_point(job, context);
  EXPECT_EQ(result.outcome, Outcome::incorrect);
  EXPECT_THAT(result.reason, StartsWith("correct at first, wrong in a timed launch on new inputs: y[0]"));
}

TEST(UntrustedPoint, AnAnswerReplayedFromTheFirstInputsIsIncorrect) {
  std::vector<float> answer;
  const Result result = measure_untrusted([&](const ScriptedCall& call) {
    if (answer.empty()) {
      twice(call);
      answer.assign(call.pointer<float>(0), call.pointer<float>(0) + kElements);
    }
    std::copy(answer.begin(), answer.end(), call.pointer<float>(0));
  });
  EXPECT_EQ(result.outcome, Outcome::incorrect);
  EXPECT_THAT(result.reason, StartsWith("correct at first, wrong in a timed launch on new inputs: y[0]"));
}

TEST(UntrustedPoint, OutputsAndGuardZonesDifferBeforeEachLaunchThatIsChecked) {
  std::set<float> before;
  std::set<std::byte> guards;
  measure_untrusted([&](const ScriptedCall& call) {
    if (!std::isnan(call.pointer<float>(0)[5])) before.insert(call.pointer<float>(0)[5]);
    guards.insert(call.pointer<std::byte>(0)[-1]);
    twice(call);
  });
  // At two placements: before timing, again on the same inputs, on others, and what the previous launch left.
  EXPECT_GE(before.size(), 6u);
  EXPECT_GE(guards.size(), 2u);  // two of three random bytes are equal in 1 of 85 runs
}

TEST(UntrustedPoint, AWriteOutOfBoundsThatKnowsTheUsualGuardIsSeen) {
  const Result result = measure_untrusted([](const ScriptedCall& call) {
    twice(call);
    call.pointer<std::byte>(0)[sizeof(float) * kElements] = std::byte{0x5c};
  });
  EXPECT_EQ(result.outcome, Outcome::incorrect);
  EXPECT_THAT(result.reason, StartsWith("wrote past the end of y: y[100]"));
}

TEST(UntrustedPoint, AnInputThatOnlyALaterLaunchChangesIsSeen) {
  int calls = 0;
  const Result result = measure_untrusted([&](const ScriptedCall& call) {
    twice(call);
    if (++calls >= 3) call.pointer<float>(1)[7] = 5;
  });
  EXPECT_EQ(result.outcome, Outcome::incorrect);
  EXPECT_THAT(result.reason, StartsWith("the input x was changed"));
}

TEST(UntrustedPoint, OutputsThatAreRightAndDifferFromLaunchToLaunchAreOk) {
  int calls = 0;
  const Result result = measure_untrusted([&](const ScriptedCall& call) {
    twice(call);
    call.pointer<float>(0)[3] += 1e-7F * static_cast<float>(++calls % 3);
  });
  EXPECT_EQ(result.outcome, Outcome::ok) << result.reason;
}

TEST(UntrustedPoint, NothingOfItStaysOnTheDeviceButACopyOfItsInput) {
  ScriptedBackend backend = fixture::doubling_backend();
  const std::size_t all = backend.free_bytes;
  PointContext context(backend);
  for (const char* kernel : {"good", "stops_short", "faults"}) {
    Job job = fixture::doubling_job(kernel);
    job.untrusted = true;
    measure_point(job, context);
    EXPECT_EQ(backend.free_bytes, all - (sizeof(float) * kElements + 2 * 4096)) << kernel;
  }
}

TEST(UntrustedPoint, ATrustedOneThatIsComparedWithItIsTimedOnNewInputsTooAndSparesItsNeighbours) {
  ScriptedBackend backend = fixture::doubling_backend();
  backend.place_count = 2;
  std::set<float> inputs;
  backend.kernels["good"] = [&](const ScriptedCall& call) {
    inputs.insert(call.pointer<float>(1)[0]);
    twice(call);
  };
  PointContext context(backend);
  Job job = fixture::doubling_job("good");
  job.renewed = true;
  EXPECT_EQ(measure_point(job, context).outcome, Outcome::ok);
  EXPECT_GT(inputs.size(), 10u);
  const auto content = to_doubles(*context.inputs.get(job.buffers[0], job.seed), ElementType::f32);
  inputs.clear();
  EXPECT_EQ(measure_point(fixture::doubling_job("good"), context).outcome, Outcome::ok);
  EXPECT_THAT(inputs, testing::ElementsAre(static_cast<float>(content[0])));
}

}  // namespace
}  // namespace warpledger
