// Runs whose points were measured in turn.
#include <unistd.h>

#include "base/text_width.h"
#include "compare/comparison_page.h"
#include "compare/run_comparison.h"
#include "compare/series.h"
#include "store/ledger_fixture.h"

namespace warpledger {
namespace {

using testing::HasSubstr;
using testing::SizeIs;

/// Makes `rounds` rounds of 10 launches that drift by much more than the sides differ; only the rounds separate them.
Result drifting(double time_ns, int rounds) {
  Result result;
  result.timing = Timing{{}, "cuda event", "resolve"};
  for (int round = 0; round < rounds; ++round)
    for (int i = 0; i < 10; ++i) result.timing->samples.push_back({time_ns * (1 + 0.02 * round + 0.0001 * i), 2500});
  result.metrics = {{kRounds, static_cast<double>(rounds), "round", "attribute", ""}};
  return result;
}

class RunsInRounds : public LedgerTest {
 protected:
  void write(const std::string& settings, const Result& result) const {
    usleep(2000);  // runs are ordered by start
    RunInfo info = run_info();
    info.settings_json = settings;
    LedgerWriter writer(path(), kSchema);
    writer.begin_run(info);
    writer.record(job(0), result);
    writer.end_run("finished", "");
  }

  RunComparison compared(const std::string& before = "latest~1", const std::string& after = "latest") const {
    const LedgerReader reader(path(), kSchema);
    const auto side = [&](const std::string& text) {
      return ComparedSide{choose_run(reader, parse_run_selection(text, "")), ""};
    };
    return compare_runs(reader, side(before), side(after), {});
  }
};

TEST_F(RunsInRounds, AreComparedRoundByRound) {
  write(R"({"in_turn": "x"})", drifting(1e6, 9));
  write(R"({"in_turn": "x"})", drifting(1.02e6, 9));
  const RunComparison found = compared();
  EXPECT_EQ(found.points.at(0).comparison.verdict, Verdict::slower);
  EXPECT_EQ(found.points.at(0).comparison.rounds, 9u);
  EXPECT_THAT(comparison_page(found, Format::text, {200}), HasSubstr(", in 9 rounds"));
}

TEST_F(RunsInRounds, OfOtherTurnsAreComparedAsAnyRuns) {
  write(R"({"in_turn": "x"})", drifting(1e6, 9));
  write(R"({"in_turn": "y"})", drifting(1.02e6, 9));
  const RunComparison found = compared();
  EXPECT_EQ(found.points.at(0).comparison.verdict, Verdict::inconclusive);
  EXPECT_EQ(found.points.at(0).comparison.rounds, 0u);
}

TEST_F(RunsInRounds, ThatDoNotFitTheirSamplesAreNone) {
  Result odd = drifting(1e6, 9);
  odd.metrics[0].value = 7;
  write(R"({"in_turn": "x"})", odd);
  write(R"({"in_turn": "x"})", drifting(1e6, 9));
  EXPECT_EQ(compared().points.at(0).comparison.rounds, 0u);
}

TEST_F(RunsInRounds, StandInPlaceOfWhatWasInconclusive) {
  write("{}", drifting(1e6, 2));
  write("{}", drifting(1.02e6, 2));
  write(R"({"in_turn": "x"})", drifting(1e6, 9));
  write(R"({"in_turn": "x"})", drifting(1.02e6, 9));
  const RunComparison first = compared("latest~3", "latest~2"), again = compared();
  EXPECT_EQ(first.counts.at(static_cast<std::size_t>(Verdict::inconclusive)), 1u);
  const RunComparison all = with_points_of(first, again);
  EXPECT_EQ(all.counts.at(static_cast<std::size_t>(Verdict::inconclusive)), 0u);
  EXPECT_EQ(all.counts.at(static_cast<std::size_t>(Verdict::slower)), 1u);
  EXPECT_EQ(all.before.run.uuid, first.before.run.uuid);
  EXPECT_EQ(all.again->second.uuid, again.after.run.uuid);
}

TEST_F(RunsInRounds, AreNoPartOfAHistory) {
  write("{}", drifting(1e6, 2));
  write(R"({"in_turn": "x"})", drifting(1e6, 9));
  const LedgerReader reader(path(), kSchema);
  const std::vector<Series> series = read_series(reader, {}, kTimeMetric);
  ASSERT_THAT(series, SizeIs(1));
  EXPECT_THAT(series[0].observations, SizeIs(1));
}

}  // namespace
}  // namespace warpledger
