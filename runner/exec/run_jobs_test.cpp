// The parent's side, with a real worker process.
#include "exec/run_jobs.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <chrono>
#include <filesystem>
#include <numeric>
#include <thread>

#include "exec/job_fixture.h"

namespace warpledger {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::MatchesRegex;

struct Parent {
  explicit Parent(std::vector<std::string> command = {SCRIPTED_WORKER}, double device_return_s = 60)
      : worker(std::move(command), device_return_s) {}

  JobsSummary run(const std::vector<std::string>& kernels) {
    RunCallbacks callbacks;
    callbacks.progress = [this](const RunStep& step) {
      if (!step.result) on_begin(++begun);
      if (step.result) ++ended;
    };
    callbacks.complete = [this](std::span<const Job> jobs, std::span<const Result> completed) {
      for (const Job& job : jobs) ordinals.push_back(job.ordinal);
      results.insert(results.end(), completed.begin(), completed.end());
      begun_at_completion.insert(begun_at_completion.end(), jobs.size(), begun);
      ended_at_completion.insert(ended_at_completion.end(), jobs.size(), ended);
    };
    callbacks.stop_requested = [this] { return begun >= stop_after; };
    const auto job = [&](std::int64_t ordinal) {
      Job made = fixture::doubling_job(kernels.at(static_cast<std::size_t>(ordinal)));
      made.ordinal = ordinal;
      made.measure.time_limit_s = fixture::time_limit_s(made.kernel);
      if (!counting) made.metrics.clear();
      return made;
    };
    std::vector<std::int64_t> all(kernels.size());
    std::iota(all.begin(), all.end(), 0);
    return run_jobs(ordinals_to_run.empty() ? all : ordinals_to_run, job, worker, callbacks, limits);
  }

  std::vector<Outcome> outcomes() const {
    std::vector<Outcome> list;
    for (const Result& result : results) list.push_back(result.outcome);
    return list;
  }

  WorkerProcess worker;
  std::vector<std::int64_t> ordinals;
  std::vector<Result> results;
  std::vector<std::int64_t> ordinals_to_run;       ///< empty: all
  std::vector<int> begun_at_completion;            ///< number of started points at each completion
  std::vector<int> ended_at_completion;            ///< number of measured points at each completion
  std::function<void(int)> on_begin = [](int) {};  ///< gets the number of the starting point, from 1
  BatchLimits limits;
  bool counting = true;
  int begun = 0;
  int ended = 0;
  int stop_after = 1000;
};

TEST(RunJobs, CompletesEachPointOnceInOrderWithItsCounters) {
  Parent parent;
  EXPECT_TRUE(parent.run({"good", "stops_short", "good"}).whole);
  EXPECT_THAT(parent.ordinals, ElementsAre(0, 1, 2));
  EXPECT_THAT(parent.outcomes(), ElementsAre(Outcome::ok, Outcome::incorrect, Outcome::ok));
  EXPECT_EQ(parent.results[0].metrics.back().value, 42);
  EXPECT_EQ(parent.results[1].metrics.back().value, std::nullopt);
  EXPECT_EQ(parent.results[1].metrics.back().reason, "not counted: the point is not ok");
}

TEST(RunJobs, ACrashCostsOnePoint) {
  Parent parent;
  EXPECT_TRUE(parent.run({"good", "crashes", "good"}).whole);
  EXPECT_THAT(parent.outcomes(), ElementsAre(Outcome::ok, Outcome::crashed, Outcome::ok));
  EXPECT_THAT(parent.results[1].reason, HasSubstr("the worker process was killed by signal 9 (Killed)"));
  EXPECT_EQ(parent.results[0].metrics.back().value, 42);
}

TEST(RunJobs, AnEndlessKernelCostsOnePoint) {
  Parent parent;
  EXPECT_TRUE(parent.run({"hangs", "good"}).whole);
  EXPECT_THAT(parent.outcomes(), ElementsAre(Outcome::timed_out, Outcome::ok));
  EXPECT_THAT(parent.results[0].reason, HasSubstr("exceeded its time limit of 0.5 s"));
}

TEST(RunJobs, ADeathWhileCountingCostsTheCountersAndNotTheTimes) {
  Parent parent({SCRIPTED_WORKER, "--dies-counting"});
  EXPECT_TRUE(parent.run({"good", "good"}).whole);
  EXPECT_THAT(parent.outcomes(), ElementsAre(Outcome::ok, Outcome::ok));
  EXPECT_TRUE(parent.results[1].timing);
  EXPECT_EQ(parent.results[1].metrics.back().value, std::nullopt);
  EXPECT_THAT(parent.results[1].metrics.back().reason,
              MatchesRegex("the worker process was killed by signal 9 \\(Killed\\).* while counting"));
}

TEST(RunJobs, WhenTheUserStopsThePointsBegunAreCompletedAndNoOther) {
  Parent parent;
  parent.stop_after = 2;
  EXPECT_FALSE(parent.run({"good", "good", "good"}).whole);
  EXPECT_THAT(parent.ordinals, ElementsAre(0, 1));
}

TEST(RunJobs, RunsOnlyThePointsThatItIsGiven) {
  Parent parent;
  parent.ordinals_to_run = {1, 3};
  EXPECT_TRUE(parent.run({"good", "stops_short", "good", "crashes"}).whole);
  EXPECT_THAT(parent.ordinals, ElementsAre(1, 3));
  EXPECT_THAT(parent.outcomes(), ElementsAre(Outcome::incorrect, Outcome::crashed));
}

TEST(RunJobs, AsksForThePointThatFollowsWhenTheOneBeforeItIsMeasured) {
  WorkerProcess worker({SCRIPTED_WORKER}, 60);
  std::vector<std::string> seen;
  RunCallbacks callbacks;
  callbacks.progress = [&](const RunStep& step) {
    if (step.result) seen.push_back("measured " + std::to_string(step.job.ordinal));
  };
  callbacks.complete = [&](std::span<const Job> jobs, std::span<const Result>) {
    for (const Job& job : jobs) seen.push_back("completed " + std::to_string(job.ordinal));
  };
  callbacks.stop_requested = [] { return false; };
  std::vector<std::int64_t> left = {2, 7};
  const NextPoint next = [&]() -> std::optional<std::int64_t> {
    seen.push_back("asked");
    if (left.empty()) return std::nullopt;
    const std::int64_t ordinal = left.back();
    left.pop_back();
    return ordinal;
  };
  const auto job = [](std::int64_t ordinal) {
    Job made = fixture::doubling_job("good");
    made.ordinal = ordinal;
    return made;
  };
  EXPECT_TRUE(run_jobs(next, job, worker, callbacks, {.points = 1, .time_s = 0}).whole);
  EXPECT_THAT(seen, ElementsAre("asked", "measured 7", "completed 7", "asked", "measured 2", "completed 2", "asked"));
}

TEST(RunJobs, APointIsCompletedAtOnceWhenNothingIsToBeCountedAndThePauseIsOver) {
  Parent parent;
  parent.counting = false;
  parent.limits.pause_s = 0;
  parent.run({"good", "good", "good"});
  EXPECT_THAT(parent.begun_at_completion, ElementsAre(1, 2, 3));
}

TEST(RunJobs, PointsThatFollowEachOtherFastAreCompletedTogether) {
  Parent parent;
  parent.counting = false;
  parent.limits.pause_s = 1e6;
  parent.run({"good", "good", "good"});
  EXPECT_THAT(parent.begun_at_completion, ElementsAre(3, 3, 3));
}

TEST(RunJobs, APointThatTakesAsLongAsThePauseIsCompletedAtOnce) {
  Parent parent;
  parent.counting = false;
  parent.on_begin = [&](int /*begun*/) {
    std::this_thread::sleep_for(std::chrono::duration<double>(parent.limits.pause_s));
  };
  parent.run({"good", "good", "good"});
  EXPECT_THAT(parent.begun_at_completion, ElementsAre(1, 2, 3));
}

TEST(RunJobs, PointsAreCompletedWhileALongOneIsMeasured) {
  Parent parent;
  parent.counting = false;
  parent.limits.pause_s = 0.1;
  parent.run({"good", "hangs", "good"});
  EXPECT_EQ(parent.ended_at_completion.front(), 1) << "before the long one";
}

TEST(RunJobs, APointThatIsNotOkWaitsForNoOther) {
  Parent parent;
  parent.counting = false;
  parent.limits.pause_s = 1e6;
  parent.run({"good", "stops_short", "good"});
  EXPECT_THAT(parent.begun_at_completion, ElementsAre(2, 2, 3));
}

TEST(RunJobs, APointThatIsToBeCountedWaitsForOthersAndSoDoThoseBehindIt) {
  Parent parent;
  parent.limits.pause_s = 0;
  parent.run({"stops_short", "good", "stops_short", "good"});
  EXPECT_THAT(parent.begun_at_completion, ElementsAre(1, 4, 4, 4));
}

TEST(RunJobs, PointsAreCountedTogetherUpToTheLimitOfABatch) {
  Parent parent;
  parent.limits.points = 2;
  parent.run({"good", "good", "good"});
  EXPECT_THAT(parent.begun_at_completion, ElementsAre(2, 2, 3));
}

TEST(RunJobs, WhenTheDeviceIsLostTheMeasuredPointsAreKeptWithoutCounters) {
  const auto folder = std::filesystem::temp_directory_path() / ("warpledger-worker-" + std::to_string(getpid()));
  std::filesystem::create_symlink(SCRIPTED_WORKER, folder);
  Parent parent({folder.string()}, /*device_return_s=*/0.5);
  parent.on_begin = [&](int begun) {
    if (begun == 2) std::filesystem::remove(folder);  // the second point crashes, so a new worker is needed
  };
  EXPECT_THROW(parent.run({"good", "crashes", "good"}), DeviceLost);
  EXPECT_THAT(parent.outcomes(), ElementsAre(Outcome::ok, Outcome::crashed));
  EXPECT_THAT(parent.results[0].metrics.back().reason, HasSubstr("not counted: device lost: "));
}

}  // namespace
}  // namespace warpledger
