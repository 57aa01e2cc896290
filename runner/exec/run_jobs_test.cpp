// The parent's side, with a real worker process behind it.
#include "exec/run_jobs.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "exec/job_fixture.h"

namespace warpledger {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::MatchesRegex;

/// Runs points of these kernels and keeps what was completed.
struct Parent {
  explicit Parent(std::vector<std::string> command = {SCRIPTED_WORKER}) : worker(std::move(command)) {}

  RunSummary run(const std::vector<std::string>& kernels) {
    RunCallbacks callbacks;
    callbacks.progress = [this](const RunStep& step) { begun += step.result ? 0 : 1; };
    callbacks.complete = [this](const Job& job, const Result& result) {
      ordinals.push_back(job.ordinal);
      results.push_back(result);
    };
    callbacks.stop_requested = [this] { return begun >= stop_after; };
    const auto job = [&](std::int64_t ordinal) {
      Job made = fixture::doubling_job(kernels.at(static_cast<std::size_t>(ordinal)));
      made.ordinal = ordinal;
      made.measure.time_limit_s = 0.5;
      return made;
    };
    return run_jobs(static_cast<std::int64_t>(kernels.size()), job, worker, callbacks);
  }

  std::vector<Outcome> outcomes() const {
    std::vector<Outcome> list;
    for (const Result& result : results) list.push_back(result.outcome);
    return list;
  }

  WorkerProcess worker;
  std::vector<std::int64_t> ordinals;
  std::vector<Result> results;
  int begun = 0;
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
  EXPECT_THAT(parent.results[0].reason, HasSubstr("ran past its time limit of 0.5 s"));
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

}  // namespace
}  // namespace warpledger
