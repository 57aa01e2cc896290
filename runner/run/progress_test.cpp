#include "run/progress.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sstream>

#include "model/device.h"

namespace warpledger {
namespace {

struct WatchedRun {
  explicit WatchedRun(bool live, const LineWidth& width = {})
      : lines(out, live, width), progress(lines, 0, "", 4, std::nullopt, [this] { return now; }) {}

  void point(Outcome outcome, std::chrono::milliseconds took, const std::string& reason = "",
             const Health& health = Health::unknown("not watched")) {
    Job job;
    job.identity = "norm_base d_l=4";
    progress.begin(job);
    now += took;
    Result result;
    result.outcome = outcome;
    result.reason = reason;
    result.metrics = metrics_of(health);
    progress.end(job, result);
  }

  Progress::Clock::time_point now{};
  std::ostringstream out;
  ProgressLines lines;
  Progress progress;
};

TEST(ProgressLines, AreWrittenOverTogetherBelowWhatIsTold) {
  std::ostringstream out;
  ProgressLines lines(out, true, {}, 2);
  lines.draw(0, "gpu 0");
  lines.draw(1, "gpu 1");
  EXPECT_EQ(out.str(), "\r\x1b[Kgpu 0\r\x1b[Kgpu 0\ngpu 1");
  out.str("");
  lines.tell(0, "gpu 0 is done\n");
  lines.draw(1, "gpu 1 again");
  EXPECT_EQ(out.str(), "\r\x1b[K\x1b[1A\x1b[Jgpu 0 is done\n\r\x1b[Kgpu 1 again");
}

TEST(ProgressLines, InALogAreEachOfOneRun) {
  std::ostringstream out;
  ProgressLines lines(out, false, {}, 2);
  Progress progress(lines, 1, "cuda:1", 3);
  progress.end({}, {});
  progress.finish();
  EXPECT_THAT(out.str(), testing::StartsWith("cuda:1: 1 of 3 points in "));
}

TEST(Progress, OfALimitedTimeHasNoMoreLeftThanThat) {
  std::ostringstream out;
  ProgressLines lines(out, false, {});
  Progress::Clock::time_point now{};
  Progress progress(lines, 0, "", 1000, 15, [&] { return now; });
  now += std::chrono::seconds(12);
  progress.end({}, {});
  progress.begin({});
  EXPECT_THAT(out.str(), testing::HasSubstr("[1/1000] 1 ok, 3.0 s left"));
}

TEST(Progress, InALogFileWritesAPlainLineNowAndThen) {
  WatchedRun run(false);
  run.point(Outcome::ok, std::chrono::seconds(6));
  run.point(Outcome::ok, std::chrono::seconds(6));
  EXPECT_EQ(run.out.str(), "");
  run.point(Outcome::ok, std::chrono::seconds(1));
  EXPECT_EQ(run.out.str(), "[2/4] 2 ok, 12.0 s left  norm_base d_l=4\n");
}

TEST(Progress, OnATerminalWritesOverOneLine) {
  WatchedRun run(true);
  run.point(Outcome::ok, std::chrono::seconds(1));
  run.point(Outcome::ok, std::chrono::seconds(1));
  EXPECT_EQ(run.out.str(), "\r\x1b[K[1/4] 1 ok, 3.0 s left  norm_base d_l=4");
}

TEST(Progress, OnANarrowTerminalCutsTheLine) {
  WatchedRun run(true, {10, true});
  run.point(Outcome::ok, std::chrono::seconds(1));
  run.point(Outcome::ok, std::chrono::seconds(1));
  EXPECT_EQ(run.out.str(), "\r\x1b[K[1/4] 1 o");
}

TEST(Progress, CutsWhatIsWideByTheColumnsThatItTakes) {
  WatchedRun run(true, {20, true});
  Job job;
  job.identity = "カーネル";
  run.now += std::chrono::seconds(1);
  run.progress.begin(job);
  EXPECT_EQ(run.out.str(), "\r\x1b[K[0/4] none run  カ");
}

TEST(Progress, ReasonsAreNoWiderThanTheTerminalAndDoNothingToIt) {
  WatchedRun run(false, {30, true});
  run.point(Outcome::crashed, std::chrono::seconds(1), "printed \x1b[2J before it stopped");
  EXPECT_EQ(run.out.str(), "crashed: norm_base d_l=4:\nprinted \\x1b[2J before it\nstopped\n");
}

TEST(Progress, APointThatIsNotOkIsToldAtOnceWithItsReason) {
  WatchedRun run(false);
  run.point(Outcome::incorrect, std::chrono::seconds(1), "l_out[3]: got nan");
  EXPECT_EQ(run.out.str(), "incorrect: norm_base d_l=4: l_out[3]: got nan\n");
}

TEST(Progress, TellsACompilersMessagesOnce) {
  WatchedRun run(false);
  run.point(Outcome::compile_failed, std::chrono::seconds(1), "a.cu:1: no\na.cu:2: no");
  run.point(Outcome::compile_failed, std::chrono::seconds(1), "a.cu:1: no\na.cu:2: no");
  EXPECT_EQ(run.out.str(),
            "compile_failed: norm_base d_l=4: a.cu:1: no\na.cu:2: no\n"
            "compile_failed: norm_base d_l=4: same message as above\n");
}

TEST(Progress, TellsOnceWhyCountersAreAbsent) {
  WatchedRun run(false);
  Result result;
  result.metrics = {{"registers", std::nullopt, "register", "attribute", "no GPU code"},
                    {"inst_executed", std::nullopt, "instruction", "cupti", "not permitted"},
                    {"dram_bytes", std::nullopt, "byte", "cupti", "not permitted"}};
  run.progress.tell_absent_counters(result);
  run.progress.tell_absent_counters(result);
  EXPECT_EQ(run.out.str(), "not counted: inst_executed: not permitted\n");
}

TEST(Progress, EndsWithTheCountOfEachOutcome) {
  WatchedRun run(false);
  run.point(Outcome::ok, std::chrono::seconds(1));
  run.point(Outcome::ok, std::chrono::seconds(1));
  run.point(Outcome::timed_out, std::chrono::milliseconds(1500), "endless");
  run.out.str("");
  run.progress.finish();
  EXPECT_EQ(run.out.str(), "3 of 4 points in 3.5 s: 2 ok, 1 timed_out\n");
}

TEST(Progress, EndsWithWhatDisturbedThePointsAndHowMany) {
  WatchedRun run(false);
  const auto second = std::chrono::seconds(1);
  run.point(Outcome::ok, second, "", {Throttling{true, false, false}, "", 0, ""});
  run.point(Outcome::ok, second, "", {Throttling{false, true, false}, "", 2, ""});
  run.point(Outcome::ok, second, "", {Throttling{}, "", 0, ""});
  run.out.str("");
  run.progress.finish();
  EXPECT_EQ(run.out.str(),
            "3 of 4 points in 3.0 s: 3 ok\n"
            "2 points were measured while the GPU throttled: power, thermal\n"
            "1 point was measured while other processes used the GPU\n");
}

TEST(Progress, ARunWithoutAPointSaysSo) {
  WatchedRun run(false);
  run.progress.finish();
  EXPECT_EQ(run.out.str(), "0 of 4 points in 0 ms: none run\n");
}

}  // namespace
}  // namespace warpledger
