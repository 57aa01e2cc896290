#include "compare/changed_series.h"

#include <fmt/format.h>

#include "compare/changed_page.h"
#include "store/ledger_fixture.h"

namespace warpledger {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::SizeIs;
using testing::StartsWith;

struct MadeUpRun {
  int day = 0;
  std::vector<double> times_us;  ///< one per point; negative: incorrect
  std::string driver = "580.1";
  std::string key = "same";
  double clock_mhz = 2520;
  std::string gpu = "A";
};

/// A run per day from 2026-01-01 on.
class ChangedSeriesTest : public LedgerTest {
 protected:
  void write(const MadeUpRun& run) const {
    LedgerWriter writer(path(), kSchema);
    RunInfo info = run_info();
    info.started_utc = moment(run.day);
    info.device.uuid = "GPU-" + run.gpu;
    info.device.environment["driver"] = run.driver;
    writer.begin_run(info);
    for (std::size_t i = 0; i < run.times_us.size(); ++i) {
      Job point = job(static_cast<std::int64_t>(i));
      point.identity = fmt::format("norm_base d_l=32 n_l={} blocks=128 warps=1", i);
      point.key = fmt::format("{} {}", run.key, i);
      Result ended = result(static_cast<std::int64_t>(i));
      ended.outcome = run.times_us[i] < 0 ? Outcome::incorrect : Outcome::ok;
      ended.reason = run.times_us[i] < 0 ? "y[0]" : "";
      ended.timing = Timing{{{1e3 * std::abs(run.times_us[i]), run.clock_mhz}}, "cuda event", "max_relative_error"};
      writer.record(point, ended);
    }
    writer.end_run("finished", "");
  }

  static std::string moment(int day) {
    return fmt::format("2026-{:02}-{:02}T03:00:00.000Z", 1 + day / 28, 1 + day % 28);
  }

  /// Writes `count` runs from day `first` on, whose points take `times_us` within 0.3 %.
  void write_days(int first, int count, const std::vector<double>& times_us, MadeUpRun run = {}) const {
    for (run.day = first; run.day < first + count; ++run.day) {
      run.times_us = times_us;
      for (std::size_t i = 0; i < times_us.size(); ++i)
        run.times_us[i] *= 1 + 0.003 * ((run.day * 7 + static_cast<int>(i) * 5) % 11 - 5) / 5;
      write(run);
    }
  }

  ChangedList changed_until(int since_day, int until_day) const {
    return find_changed(LedgerReader(path(), kSchema), {}, kTimeMetric, {moment(since_day), moment(until_day)}, {});
  }

  ChangedList changed(int since_day, const SeriesFilter& filter = {}, const std::string& metric = kTimeMetric) const {
    return find_changed(LedgerReader(path(), kSchema), filter, metric, {moment(since_day)}, {});
  }
};

TEST_F(ChangedSeriesTest, AreThoseOfThePeriodWorstFirst) {
  write_days(0, 20, {100, 200, 300, 400});
  write_days(20, 8, {100, 180, 330, 600});
  const ChangedList list = changed(18);
  ASSERT_THAT(list.series, SizeIs(3));
  EXPECT_THAT(list.series[0].series.identity, HasSubstr("n_l=3 "));
  EXPECT_NEAR(list.series[0].relative().value(), 0.5, 0.01);
  EXPECT_EQ(list.series[0].first().started_utc, moment(20));
  EXPECT_EQ(verdict_of(list.series[1], kTimeMetric), "SLOWER");
  EXPECT_EQ(verdict_of(list.series[2], kTimeMetric), "FASTER");
  EXPECT_LT(*list.series[2].probability, 1e-4);
  EXPECT_EQ(list.tested, 4u);
  EXPECT_THAT(changed(22).series, IsEmpty());
  EXPECT_EQ(headline_of(changed(22)), "nothing changed since 2026-01-23 03:00");
}

TEST_F(ChangedSeriesTest, AreThoseOfThePeriodWhereverItEnds) {
  write_days(0, 20, {100, 200});
  write_days(20, 10, {110, 200});
  write_days(30, 10, {110, 240});
  const ChangedList both = changed_until(18, 39), first = changed_until(18, 29), none = changed_until(21, 29);
  EXPECT_THAT(both.series, SizeIs(2));
  ASSERT_THAT(first.series, SizeIs(1));
  EXPECT_THAT(first.series[0].series.identity, HasSubstr("n_l=0 "));
  EXPECT_EQ(first.series[0].probability, both.series[1].probability) << "all runs are tested";
  EXPECT_EQ(first.measured, 2u);
  EXPECT_THAT(none.series, IsEmpty());
  EXPECT_EQ(headline_of(none), "nothing changed from 2026-01-22 03:00 until 2026-02-02 03:00");
  EXPECT_TRUE(changed_until(50, 60).is_stale());
}

TEST_F(ChangedSeriesTest, AreNotHiddenByARunOfTheFuture) {
  write_days(0, 40, {100, 200});
  write_days(40, 1, {110, 200});
  const std::size_t before = changed(34).series.size();
  ASSERT_EQ(before, 1u);
  LedgerWriter writer(path(), kSchema);
  RunInfo odd = run_info();
  odd.started_utc = "2040-01-01T00:00:00.000Z";
  odd.device.uuid = "GPU-A";
  const std::string run = writer.begin_run(odd);
  for (int i = 0; i < 2; ++i) {
    Job point = job(i);
    point.identity = fmt::format("norm_base d_l=32 n_l={} blocks=128 warps=1", i);
    Result ended = result(i);
    ended.timing = Timing{{{1e5 * (i + 1), 2520}}, "cuda event", "max_relative_error"};
    writer.record(point, ended);
  }
  writer.end_run("finished", "");
  const ChangedList list = changed(34);
  ASSERT_THAT(list.series, SizeIs(before));
  EXPECT_EQ(verdict_of(list.series[0], kTimeMetric), "SUSPECTED SLOWER");
  EXPECT_EQ(list.newest_utc, moment(40));
  EXPECT_THAT(remarks_on(list).back(), StartsWith("1 run is dated later than now ("));
  EXPECT_THAT(remarks_on(list).back(), HasSubstr(run.substr(0, 8) + " of 2040-01-01 00:00"));
  EXPECT_THAT(changed_json(list), HasSubstr("\"dated_later\": [\n"));
  EXPECT_TRUE(holds_any_of(changed(60), {"stale"})) << "a run of the future measures nothing";
}

TEST_F(ChangedSeriesTest, AreOfNoSubmissionUnlessOneIsNamed) {
  write_days(0, 2, {100});
  LedgerWriter writer(path(), kSchema);
  RunInfo anna = run_info();
  anna.submission = "anna";
  anna.started_utc = moment(50);
  writer.begin_run(anna);
  writer.record(job(0), result(0));
  writer.end_run("finished", "");
  EXPECT_TRUE(changed(40).is_stale());
  EXPECT_EQ(changed(40, {.submission = "anna"}).measured, 1u);
}

TEST_F(ChangedSeriesTest, AreSuspectedTheMorningAfter) {
  write_days(0, 30, {100, 200});
  write_days(30, 1, {110, 200});
  const ChangedList list = changed(24);
  ASSERT_THAT(list.series, SizeIs(1));
  EXPECT_EQ(verdict_of(list.series[0], kTimeMetric), "SUSPECTED SLOWER");
  EXPECT_TRUE(holds_any_of(list, {"faster", "suspected"}));
  EXPECT_FALSE(holds_any_of(list, {"slower", "faster", "changed", "failing", "stale"}));
}

TEST_F(ChangedSeriesTest, AreSuspectedRightAfterAChange) {
  write_days(0, 40, {100});
  write_days(40, 7, {90});
  write_days(47, 2, {120});
  const ChangedList list = changed(38);
  EXPECT_THAT(headline_of(list), HasSubstr("1 series changed"));
  EXPECT_THAT(headline_of(list), HasSubstr("1 SUSPECTED SLOWER, 1 FASTER"));
}

TEST_F(ChangedSeriesTest, HaveWhatHappenedInTheSameRunAsALikelyCause) {
  write_days(0, 20, {100, 200});
  write_days(20, 8, {110, 200}, {.driver = "590.2"});
  const ChangedList list = changed(18);
  ASSERT_THAT(list.series, SizeIs(1));
  ASSERT_THAT(list.series[0].causes, SizeIs(1));
  EXPECT_EQ(list.series[0].causes[0].kind, CauseKind::environment);
  EXPECT_EQ(words_of(list.series[0].causes), "driver 580.1 -> 590.2");
}

TEST_F(ChangedSeriesTest, MayHaveAnotherSourceOrClockAsTheirCause) {
  write_days(0, 20, {100});
  write_days(20, 8, {110}, {.key = "edited"});
  EXPECT_EQ(words_of(changed(18).series.at(0).causes), "source or settings changed");
  write_days(28, 8, {132}, {.key = "edited", .clock_mhz = 2100});
  EXPECT_EQ(words_of(changed(26).series.at(0).causes), "SM clock 2520 -> 2100 MHz");
}

TEST_F(ChangedSeriesTest, OfARunThatIsSlowAsAWholeSaySo) {
  const std::vector<double> times = {100, 200, 300, 400, 500, 600};
  write_days(0, 30, times);
  std::vector<double> slow = times;
  for (double& time : slow) time *= 1.1;
  write_days(30, 1, slow);
  const ChangedList list = changed(29);
  ASSERT_THAT(list.series, SizeIs(6));
  EXPECT_THAT(words_of(list.series[0].causes), StartsWith("6 of 6 series of this run moved alike, by +"));
}

TEST_F(ChangedSeriesTest, WithoutAnyCauseSaySo) {
  write_days(0, 20, {100});
  write_days(20, 8, {110});
  EXPECT_EQ(words_of(changed(18).series.at(0).causes), "none found");
}

TEST_F(ChangedSeriesTest, FailWhenTheyWereOkBefore) {
  write_days(0, 12, {100, -200});
  write_days(12, 1, {-100, -200});
  const ChangedList list = changed(11);
  ASSERT_THAT(list.series, SizeIs(1)) << "the other failed before as well";
  EXPECT_EQ(verdict_of(list.series[0], kTimeMetric), "FAILING");
  EXPECT_TRUE(holds_any_of(list, {"failing"}));
  EXPECT_THAT(changed_page(list, Format::text, {}), HasSubstr("ok -> incorrect"));
  EXPECT_THAT(changed_json(list), HasSubstr("\"relative\": null"));
}

TEST_F(ChangedSeriesTest, OfALedgerWithoutNewRunsAreStale) {
  write_days(0, 12, {100});
  const ChangedList list = changed(14);
  EXPECT_TRUE(list.is_stale());
  EXPECT_TRUE(holds_any_of(list, {"stale"}));
  EXPECT_EQ(headline_of(list),
            "STALE: nothing was measured since 2026-01-15 03:00; the newest run with a value began 2026-01-12 03:00");
  EXPECT_FALSE(holds_any_of(changed(5), {"stale"}));
}

TEST_F(ChangedSeriesTest, WhoseMetricIsNotReadAnyMoreAreStale) {
  for (int day = 0; day < 24; ++day) {
    LedgerWriter writer(path(), kSchema);
    RunInfo info = run_info();
    info.started_utc = moment(day);
    writer.begin_run(info);
    Result ended = result(0);
    if (day >= 12) std::erase_if(ended.metrics, [](const Metric& metric) { return metric.name == "l2_read_bytes"; });
    writer.record(job(0), ended);
    writer.end_run("finished", "");
  }
  const ChangedList list = changed(14, {}, "l2_read_norm");
  EXPECT_TRUE(holds_any_of(list, {"stale"}));
  EXPECT_EQ(list.measured, 0u);
  EXPECT_EQ(list.newest_utc, moment(11));
  ASSERT_THAT(list.unmeasured, SizeIs(1));
  EXPECT_EQ(list.unmeasured[0].newest_utc, moment(11));
  EXPECT_FALSE(changed(14).is_stale());
}

TEST_F(ChangedSeriesTest, ThatWereNotMeasuredAreCountedByDevice) {
  write_days(0, 12, {100, 200});
  write_days(0, 10, {100, 200, 300}, {.gpu = "B"});
  const ChangedList list = changed(11);
  EXPECT_EQ(list.measured, 2u);
  EXPECT_EQ(list.all, 5u);
  ASSERT_THAT(list.unmeasured, SizeIs(1));
  EXPECT_EQ(list.unmeasured[0].device_uuid, "GPU-B");
  EXPECT_EQ(list.unmeasured[0].series, 3u);
  EXPECT_EQ(list.unmeasured[0].newest_utc, moment(9));
  EXPECT_THAT(remarks_on(list).back(), StartsWith("3 series were not measured: 3 of 3 of lsu-2024-hw01 on "));
}

TEST_F(ChangedSeriesTest, AreThoseThatTheFilterSelects) {
  write_days(0, 20, {100});
  write_days(20, 8, {110});
  EXPECT_THAT(changed(18, {.kernel = "norm_base"}).series, SizeIs(1));
  EXPECT_THAT(message_of([&] { changed(18, {.kernel = "norm_bse"}); }), StartsWith("--kernel: 'norm_bse' is not"));
  EXPECT_THAT(message_of([&] { changed(18, {}, "tme_us"); }), StartsWith("--metric: the view points has no column"));
}

TEST_F(ChangedSeriesTest, AreWrittenInEveryFormat) {
  write_days(0, 20, {100});
  write_days(20, 8, {110}, {.driver = "590 | <b>"});
  const ChangedList list = changed(18);
  EXPECT_THAT(changed_page(list, Format::text, {}), StartsWith("1 series changed since 2026-01-19 03:00: 1 SLOWER"));
  EXPECT_THAT(changed_page(list, Format::markdown, {}),
              AllOf(StartsWith("## 1 series changed"), HasSubstr("driver 580.1 -> 590 \\| \\<b>"),
                    HasSubstr("- chance: Benjamini")));
  EXPECT_THAT(changed_page(list, Format::csv, {}), StartsWith("verdict,change %,point,experiment,submission,device,"));
  EXPECT_THAT(changed_page(list, Format::text, {}), Not(HasSubstr("submission")));
  EXPECT_THAT(changed_json(list), HasSubstr("\"kind\": \"environment\""));
}

TEST_F(ChangedSeriesTest, OfAnotherMetricChangeWithoutADirection) {
  for (int day = 0; day < 24; ++day) {
    LedgerWriter writer(path(), kSchema);
    RunInfo info = run_info();
    info.started_utc = moment(day);
    writer.begin_run(info);
    Result ended = result(0);
    for (Metric& metric : ended.metrics)
      if (metric.name == "l2_read_bytes") metric.value = day < 12 ? 1e6 : 2e6;
    writer.record(job(0), ended);
    writer.end_run("finished", "");
  }
  const ChangedList list = changed(11, {}, "l2_read_norm");
  ASSERT_THAT(list.series, SizeIs(1));
  EXPECT_EQ(verdict_of(list.series[0], "l2_read_norm"), "CHANGED");
  EXPECT_TRUE(holds_any_of(list, {"changed"}));
  EXPECT_FALSE(holds_any_of(list, {"slower", "faster"}));
}

TEST(BeginningOf, TakesADateOrSoLongAgo) {
  const std::string now = "2026-03-08T12:00:00Z";
  EXPECT_EQ(beginning_of("2026-03", now), "2026-03");
  EXPECT_EQ(beginning_of("7d", now), "2026-03-01T12:00:00");
  EXPECT_EQ(beginning_of("2w", now), "2026-02-22T12:00:00");
  EXPECT_EQ(beginning_of("24h", now), beginning_of("1d", now));
  EXPECT_EQ(beginning_of("0h", now), "2026-03-08T12:00:00");
  EXPECT_EQ(beginning_of("90 min", now), "2026-03-08T10:30:00");
  for (const char* wrong : {"7", "d", "7x", "7d 8", "-7d", "999999d", "yesterday"})
    EXPECT_NE(message_of([&] { beginning_of(wrong, now); }), "no error") << wrong;
}

}  // namespace
}  // namespace warpledger
