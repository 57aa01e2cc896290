// Uses a real worker process with the scripted device.
#include "remeasure/take_turns.h"

#include <gtest/gtest.h>

#include "exec/job_fixture.h"
#include "stats/rounds.h"

namespace warpledger {
namespace {

/// A job of the scripted kernel, as a comparison measures it.
Job job(const std::string& kernel, std::int64_t ordinal = 0) {
  Job made = fixture::doubling_job(kernel);
  made.ordinal = ordinal;
  made.metrics.clear();
  made.measure.min_samples = made.measure.max_samples = 10;
  made.measure.time_limit_s = fixture::time_limit_s(kernel);
  return made;
}

/// The budget is never reached: a verdict, a failure or a stop ends each test.
TurnsRequest request(std::vector<Job> before, std::vector<Job> after) {
  TurnsRequest made{.jobs = {}, .pairs = {}, .criteria = {}, .budget_s = 600};
  for (std::size_t i = 0; i < before.size(); ++i) made.pairs.emplace_back(i, i);
  made.jobs = {std::move(before), std::move(after)};
  return made;
}

class TakeTurns : public testing::Test {
 protected:
  Turns take(const TurnsRequest& asked) {
    return take_turns(asked, worker_,
                      {.stop_requested = [this] { return rounds_ >= stop_after_; },
                       .after_round = [this](std::size_t round, std::size_t over) { rounds_ = round, over_ = over; }});
  }
  static double rounds_of(const Result& result) { return static_cast<double>(launches_in_turns(result).rounds); }

  WorkerProcess worker_{{SCRIPTED_WORKER}};
  std::size_t stop_after_ = 1000;
  std::size_t rounds_ = 0;
  std::size_t over_ = 0;
};

TEST_F(TakeTurns, EndWithTheFirstLookThatDecides) {
  const Turns turns = take(request({job("good")}, {job("good")}));
  EXPECT_EQ(rounds_, kFewestRounds);
  EXPECT_EQ(over_, 1u);
  for (const auto& side : turns.results) {
    EXPECT_EQ(rounds_of(*side.at(0)), 9);
    EXPECT_EQ(side.at(0)->timing->samples.size(), 90u);
    EXPECT_EQ(side.at(0)->timing->stop_rule, "resolve");
  }
  EXPECT_EQ(compare(launches_in_turns(*turns.results[0][0]), launches_in_turns(*turns.results[1][0]), {}).verdict,
            Verdict::same);
}

TEST_F(TakeTurns, EndForAPairOfWhichOneFails) {
  const Turns turns = take(request({job("good", 0), job("good", 1)}, {job("stops_short", 0), job("good", 1)}));
  EXPECT_EQ(turns.results[0][0]->outcome, Outcome::ok);
  EXPECT_EQ(turns.results[1][0]->outcome, Outcome::incorrect);
  EXPECT_EQ(rounds_of(*turns.results[0][0]), 0);
  EXPECT_EQ(rounds_of(*turns.results[1][1]), 9);
}

TEST_F(TakeTurns, SurviveASideThatDoesNotCompileOrKillsItsWorker) {
  const Turns turns = take(request({job("good", 0), job("good", 1)}, {job("no such kernel", 0), job("crashes", 1)}));
  EXPECT_EQ(turns.results[1][0]->outcome, Outcome::compile_failed);
  EXPECT_EQ(turns.results[1][1]->outcome, Outcome::crashed);
  EXPECT_EQ(turns.results[0][0]->outcome, Outcome::ok);
  EXPECT_FALSE(turns.failure);
}

TEST_F(TakeTurns, LeaveWholeRoundsWhenTheyAreStopped) {
  stop_after_ = 3;
  const Turns turns = take(request({job("good", 0), job("good", 1)}, {job("good", 0), job("good", 1)}));
  EXPECT_TRUE(turns.stopped);
  for (const auto& side : turns.results)
    for (const auto& result : side) {
      EXPECT_EQ(rounds_of(*result), 3);
      EXPECT_EQ(result->timing->samples.size(), 30u);
      EXPECT_EQ(result->timing->stop_rule, "time_limit");
    }
}

TEST_F(TakeTurns, GivePointsWithoutATurnNoResult) {
  stop_after_ = 0;
  const Turns turns = take(request({job("good")}, {job("good")}));
  EXPECT_FALSE(turns.results[0].at(0));
  EXPECT_FALSE(turns.results[1].at(0));
}

TEST_F(TakeTurns, KeepPointsThatSeveralPairsShareInOneStep) {
  TurnsRequest shared = request({job("good", 0)}, {job("good", 0)});
  shared.jobs[1].push_back(job("good", 1));
  shared.jobs[0].push_back(job("good", 2));
  shared.pairs = {{0, 0}, {1, 1}, {0, 1}};
  const Turns turns = take(shared);
  EXPECT_EQ(over_, 3u);
  for (const auto& side : turns.results)
    for (const auto& result : side) EXPECT_EQ(rounds_of(*result), 9);
}

}  // namespace
}  // namespace warpledger
