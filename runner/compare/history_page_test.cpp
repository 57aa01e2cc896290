#include "compare/history_page.h"

#include <fmt/format.h>
#include <unistd.h>

#include <filesystem>
#include <limits>
#include <sstream>

#include "base/text_width.h"
#include "compare/history_html.h"
#include "store/ledger_fixture.h"
#include "store/notes.h"

namespace warpledger {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::SizeIs;
using testing::StartsWith;

class History : public LedgerTest {
 protected:
  /// Writes a run with one point of `time_us`, later than the previous run.
  void write(double time_us, const RunInfo& info = run_info(), const Job& point = job(0),
             Outcome outcome = Outcome::ok) const {
    usleep(2000);
    LedgerWriter writer(path(), kSchema);
    writer.begin_run(info);
    Result ended = result(0);
    ended.outcome = outcome;
    ended.reason = outcome == Outcome::ok ? "" : "y[0]";
    ended.timing = Timing{
        {{1e3 * time_us, {}}, {1.01e3 * time_us, {}}, {0.99e3 * time_us, {}}}, "cuda event", "max_relative_error"};
    writer.record(point, ended);
    writer.end_run("finished", "");
  }

  /// Writes eight runs per level, 0.1 % apart.
  void write_levels(const std::vector<double>& levels_us) const {
    for (const double level : levels_us)
      for (int i = 0; i < 8; ++i) write(level * (1 + 0.001 * (i % 3)));
  }

  std::vector<MarkedSeries> read(const SeriesFilter& filter = {}, const std::string& metric = kTimeMetric,
                                 const Window& window = {}) const {
    const LedgerReader reader(path(), kSchema);
    return mark_series(reader, read_series(reader, filter, metric), {}, window);
  }

  /// Writes eight runs per level, 0.1 % apart, one per day from 2026-01-01 on.
  void write_days(const std::vector<double>& levels_us) const {
    int day = 0;
    for (const double level : levels_us)
      for (int i = 0; i < 8; ++i) write(level * (1 + 0.001 * (i % 3)), on_day(++day));
  }

  static RunInfo on_day(int day) {
    RunInfo info = run_info();
    info.started_utc = fmt::format("2026-{:02}-{:02}T03:00:00.000Z", 1 + (day - 1) / 28, 1 + (day - 1) % 28);
    return info;
  }

  void note(const std::string& day, const std::string& text) const {
    write_note(path(), kSchema, {.about_utc = day + "T00:00:00.000Z", .text = text});
  }

  static RunInfo with_driver(const std::string& driver) {
    RunInfo info = run_info();
    info.device.environment["driver"] = driver;
    return info;
  }

  static Job with_n(double n) {
    Job point = job(0);
    point.identity = "norm_base n=1024*sms";
    point.quantities = {{Quantity::Kind::parameter, "n", n}, {Quantity::Kind::launch, "blocks", 128}};
    return point;
  }
};

TEST_F(History, KeepsRunsOfAnotherProblemOutOfTheStatisticsOfTheNewestOne) {
  for (int i = 0; i < 8; ++i) write(100 + 0.1 * (i % 3), run_info(), with_n(1024));
  for (int i = 0; i < 8; ++i) write(200 + 0.1 * (i % 3), run_info(), with_n(2048));
  const auto all = read();
  ASSERT_THAT(all, SizeIs(1));
  EXPECT_THAT(all[0].changes, IsEmpty());
  EXPECT_EQ(all[0].series.observations[7].outcome, kAnotherProblem);
  EXPECT_EQ(all[0].series.observations[8].outcome, "ok");
  EXPECT_THAT(history_page(all, kTimeMetric, Format::text, {}), HasSubstr("n=1024; now n=2048"));
}

TEST_F(History, DoesNotTakeAnotherLaunchForAnotherProblem) {
  Job other = with_n(1024);
  other.quantities[1].value = 132;
  write(100, run_info(), with_n(1024));
  write(100, run_info(), other);
  EXPECT_EQ(read().at(0).series.observations[0].outcome, "ok");
}

TEST_F(History, MarksAChangeWithItsLevelsAtTheFirstRunOfTheNewOne) {
  write_levels({100, 110});
  const auto all = read();
  ASSERT_THAT(all, SizeIs(1));
  ASSERT_THAT(all[0].changes, SizeIs(1));
  EXPECT_EQ(all[0].changes[0].index, 8u);
  EXPECT_THAT(all[0].marks[8], ElementsAre(StartsWith("CHANGE 100.1 -> 110.1 (+10.0 %), p below 0.0001")));
  EXPECT_THAT(all[0].marks[7], IsEmpty());
  EXPECT_THAT(verdict_of(all[0]), StartsWith("1 change in 16 values, the last 20"));
  EXPECT_THAT(verdict_of(all[0]), HasSubstr(": 100.1 -> 110.1 (+10.0 %)"));
}

TEST_F(History, SuspectsLastNightsRun) {
  for (int i = 0; i < 20; ++i) write(100 * (1 + 0.001 * (i % 3)));
  write(110);
  const auto all = read();
  ASSERT_TRUE(all.at(0).suspicion);
  EXPECT_EQ(all[0].suspicion->index, 20u);
  EXPECT_THAT(all[0].marks[20], ElementsAre("SUSPECTED 100.1 -> 110 (+9.9 %), p below 0.0001"));
  EXPECT_THAT(verdict_of(all[0]), HasSubstr("no change found: 21 values around 100.1; suspected from 20"));
  EXPECT_THAT(history_json(all, kTimeMetric), HasSubstr("\"suspected\": {\n"));
}

TEST_F(History, OfASteadySeriesSaysSo) {
  write_levels({100});
  EXPECT_EQ(verdict_of(read().at(0)), "no change found: 8 values around 100.1");
}

TEST_F(History, MarksWhatOfTheEnvironmentChanged) {
  write(100, with_driver("580.1"));
  write(100, with_driver("581.0"));
  RunInfo newer = with_driver("581.0");
  newer.tool_version = "0.2.0";
  write(100, newer);
  const auto all = read();
  EXPECT_THAT(all.at(0).marks[0], IsEmpty());
  EXPECT_THAT(all[0].marks[1], ElementsAre("driver 580.1 -> 581.0"));
  EXPECT_THAT(all[0].marks[2], ElementsAre("warpledger 0.1.0 -> 0.2.0"));
}

TEST_F(History, MarksAnotherSource) {
  write(100);
  Job other = job(0);
  other.key = "another";
  write(100, run_info(), other);
  EXPECT_THAT(read().at(0).marks[1], ElementsAre("source or settings changed"));
}

TEST_F(History, ShowsAPointThatFailedAndLeavesItOut) {
  write(100);
  write(500, run_info(), job(0), Outcome::incorrect);
  const auto all = read();
  EXPECT_EQ(verdict_of(all.at(0)), "no change found: 1 value around 100; 1 without a usable value");
  EXPECT_THAT(history_page(all, kTimeMetric, Format::text, {200}), HasSubstr(" incorrect "));
}

TEST_F(History, HasASeriesForEachSubmission) {
  write(100);
  RunInfo anna = run_info();
  anna.submission = "anna";
  write(90, anna);
  for (const char* none : {"", "none"}) {
    ASSERT_THAT(read({.submission = none}), SizeIs(1)) << none;
    EXPECT_EQ(read({.submission = none})[0].series.observations.at(0).value, 100);
  }
  const auto hers = read({.submission = "anna"});
  ASSERT_THAT(hers, SizeIs(1));
  EXPECT_EQ(hers[0].series.observations.at(0).value, 90);
}

TEST_F(History, OfSubmissionsAloneNamesThem) {
  RunInfo anna = run_info();
  anna.submission = "anna";
  write(90, anna);
  EXPECT_THAT(message_of([&] { read(); }),
              "only points of submissions match all options\nhint: name one with --submission: anna");
  EXPECT_THAT(message_of([&] { read({.kernel = "norm_base", .values = {"d_l=31"}}); }),
              StartsWith("no point matches all options"));
}

TEST_F(History, TestsAllRunsAndShowsThoseOfTheWindow) {
  write_days({100, 110, 121});  // from days 1, 9 and 17
  const auto all = read();
  ASSERT_THAT(all.at(0).changes, SizeIs(2));
  const auto shown = [&](const char* since, const char* until) {
    return read({}, kTimeMetric, window_of(since, until, "2026-11-28T00:00:00Z")).at(0);
  };
  const MarkedSeries newest = shown("2026-01-17", "");
  EXPECT_THAT(newest.series.observations, SizeIs(8));
  ASSERT_THAT(newest.changes, SizeIs(1));
  EXPECT_EQ(newest.changes[0].index, 0u);
  EXPECT_EQ(newest.changes[0].probability, all[0].changes[1].probability);
  EXPECT_THAT(newest.marks.at(0), ElementsAre(StartsWith("CHANGE 110.1 -> 121.1")));
  EXPECT_THAT(verdict_of(newest), StartsWith("1 change in 8 of 24 values, the last 2026-01-17: 110.1 -> 121.1"));
  const MarkedSeries both = shown("2026-01-09", "2026-01-17");
  EXPECT_THAT(both.changes, SizeIs(2));
  const MarkedSeries none = shown("2026-01-18", "2026-01");
  EXPECT_THAT(none.changes, IsEmpty());
  EXPECT_THAT(verdict_of(none), StartsWith("no change in this window: 7 of 24 values around 121"));
  EXPECT_THAT(message_of([&] { shown("2026-02", ""); }),
              "no run of the selected points began between --since and --until\nhint: the newest began "
              "2026-01-24T03:00:00.000Z");
}

TEST_F(History, SuspectsByAllRunsWhateverTheWindow) {
  for (int i = 0; i < 20; ++i) write(100 * (1 + 0.001 * (i % 3)), on_day(i + 1));
  write(110, on_day(21));
  const auto newest = read({}, kTimeMetric, {.since_utc = "2026-01-21"});
  ASSERT_TRUE(newest.at(0).suspicion);
  EXPECT_EQ(newest[0].suspicion->index, 0u);
  EXPECT_FALSE(read({}, kTimeMetric, {.until_utc = "2026-01-20"}).at(0).suspicion);
}

TEST_F(History, SaysWhatDiffersFromARunBeforeTheWindow) {
  RunInfo before = with_driver("580.1"), after = with_driver("581.0");
  before.started_utc = on_day(1).started_utc, after.started_utc = on_day(2).started_utc;
  write(100, before);
  write(100, after);
  EXPECT_THAT(read({}, kTimeMetric, {.since_utc = "2026-01-02"}).at(0).marks.at(0),
              ElementsAre("driver 580.1 -> 581.0"));
}

TEST_F(History, ShowsNotesOfTheWindowWithTheirDate) {
  write_days({100});
  note("2026-01-02", "before");
  note("2026-01-05", "within");
  write(100, on_day(20));
  note("2026-01-15", "between");
  note("2026-02-01", "behind");
  const auto marks = [&](const Window& window) {
    const MarkedSeries marked = read({}, kTimeMetric, window).at(0);
    std::vector<std::string> lines;
    for (std::size_t i = 0; i < marked.marks.size(); ++i)
      if (!marked.marks[i].empty())
        lines.push_back(marked.series.observations[i].started_utc.substr(0, 10) + " " + marks_of(marked, i));
    return lines;
  };
  EXPECT_THAT(marks({}), ElementsAre("2026-01-02 note: before", "2026-01-05 note: within",
                                     "2026-01-20 note of 2026-01-15: between; note of 2026-02-01: behind"));
  EXPECT_THAT(marks({.since_utc = "2026-01-04"}), ElementsAre("2026-01-05 note: within",
                                                              "2026-01-20 note of 2026-01-15: between; note of "
                                                              "2026-02-01: behind"));
  EXPECT_THAT(marks({.since_utc = "2026-01-06", .until_utc = "2026-01-10"}), IsEmpty());
  EXPECT_THAT(marks({.until_utc = "2026-01-16"}), ElementsAre("2026-01-02 note: before", "2026-01-05 note: within",
                                                              "2026-01-08 note of 2026-01-15: between"));
}

TEST_F(History, RefusesTimesThatNoLaunchHasAndNamesTheirPoint) {
  const double inf = std::numeric_limits<double>::infinity();
  for (const double odd_us : {0.0, -0.1, inf, 1e297}) {
    std::filesystem::remove(path());
    write(100);
    LedgerWriter writer(path(), kSchema);
    writer.begin_run(run_info());
    Result ended = result(0);
    ended.timing = Timing{std::vector<Sample>(10, {1e5, {}}), "cuda event", "max_relative_error"};
    ended.timing->samples.push_back({1e3 * odd_us, {}});
    writer.record(job(0), ended);
    writer.end_run("finished", "");
    for (const char* metric : {kTimeMetric, "registers"})
      EXPECT_THAT(message_of([&] { read({}, metric); }),
                  testing::ContainsRegex("^point 0 of run [0-9a-f]{8} \\(norm_base d_l=32 .*\\): times of .* µs"))
          << odd_us << metric;
  }
}

TEST_F(History, LeavesOutRunsThatAreDatedLaterThanNow) {
  write(100, on_day(1));
  RunInfo odd = run_info();
  odd.started_utc = "2040-01-01T00:00:00.000Z";
  write(500, odd);
  EXPECT_THAT(read().at(0).series.observations, SizeIs(1));
  EXPECT_THAT(read({.now_utc = "2040-01-02T00:00:00Z"}).at(0).series.observations, SizeIs(2));
  EXPECT_THAT(message_of([&] { read({.now_utc = "2020-01-01T00:00:00Z"}); }),
              StartsWith("no point matches all options, and 2 runs are dated later than now (2020-01-01 00:00 UTC)"));
}

TEST_F(History, MeetsKernelParametersAndDates) {
  write(100);
  EXPECT_THAT(read({.kernel = "norm_base", .values = {"d_l=32", "warps=1"}}), SizeIs(1));
  EXPECT_THAT(read({.kernel = "norm_base<32>"}, kTimeMetric, {.since_utc = "2001", .until_utc = "9999-12"}), SizeIs(1));
  EXPECT_THAT(message_of([&] { read({.values = {"d_l=31"}}); }), StartsWith("no point matches all options"));
  EXPECT_THAT(message_of([&] { read({}, kTimeMetric, {.until_utc = "2001"}); }), StartsWith("no run of the selected"));
}

TEST_F(History, OfAnyColumnOfPoints) {
  write(100);
  EXPECT_NEAR(*read({}, "l2_write_norm").at(0).series.observations.at(0).value, 8, 1e-9);
  EXPECT_FALSE(read({}, "l2_write_norm").at(0).series.observations.at(0).lower_quartile);
  EXPECT_EQ(read().at(0).series.observations.at(0).lower_quartile, 99.5);
}

TEST_F(History, MarksWhatIsModelled) {
  LedgerWriter writer(path(), kSchema);
  writer.begin_run(host_info());
  Result uncounted = result(0);
  uncounted.metrics.clear();
  writer.record(job(0), uncounted);
  writer.add_estimates(0, {modelled("l2_read_bytes", 4.0 * 147456 * 32, 1, 1e9, Confidence::good)});
  writer.end_run("finished", "");
  const auto all = read({}, "l2_read_norm");
  EXPECT_TRUE(all.at(0).series.observations.at(0).modelled);
  EXPECT_THAT(history_page(all, "l2_read_norm", Format::text, {100}), HasSubstr(" 1.000~\n"));
  EXPECT_THAT(history_page(all, "l2_read_norm", Format::text, {100}), HasSubstr("\n~ modelled, not measured."));
  EXPECT_THAT(history_page(all, "l2_read_norm", Format::csv, {0}), HasSubstr(",l2_read_norm~,"));
}

TEST_F(History, RefusesNamesThatTheLedgerDoesNotHave) {
  write(100);
  EXPECT_EQ(message_of([&] { read({.kernel = "norm_bse"}); }),
            "--kernel: 'norm_bse' is not in this ledger\n"
            "hint: did you mean 'norm_base'? allowed: norm_base");
  EXPECT_THAT(message_of([&] { read({.experiment = "lsu-2024-hw1"}); }),
              StartsWith("--experiment: 'lsu-2024-hw1' is not in this ledger\nhint: did you mean 'lsu-2024-hw01'?"));
  EXPECT_EQ(message_of([&] { read({}, "tme_us"); }),
            "--metric: the view points has no column 'tme_us'\nhint: did you mean 'time_us'?");
  EXPECT_THAT(message_of([&] { read({.values = {"d_l"}}); }),
              StartsWith("--set: 'd_l' is not a parameter with a value"));
  EXPECT_THAT(message_of([&] { read({.values = {"no_such=1"}}); }),
              StartsWith("--set: the view points has no column 'no_such'"));
  EXPECT_THAT(message_of([&] { read({}, "dram_bytes"); }), StartsWith("--metric: 'dram_bytes' has no number at any"));
  EXPECT_EQ(message_of([&] { read({.submission = "ann"}); }),
            "--submission: this ledger has none\nhint: remove the option");
}

TEST_F(History, WritesAllNumbersOfASeriesWithAsManyDecimals) {
  for (const double time_us : {99.9, 100.25, 1000.0}) write(time_us);
  EXPECT_THAT(history_page(read(), kTimeMetric, Format::text, {200}),
              AllOf(HasSubstr(" ok         99.9  99.4  100.4\n"), HasSubstr(" ok        100.2 "),
                    HasSubstr(" ok       1000.0 ")));
}

/// Makes a series of runs with the given starts and times.
MarkedSeries series_of(const std::vector<std::pair<std::string, double>>& runs) {
  MarkedSeries marked;
  marked.series.identity = "<b>k</b>";
  for (const auto& [started_utc, time_us] : runs)
    marked.series.observations.push_back(
        {.run_uuid = "0f3c", .started_utc = started_utc, .outcome = "ok", .value = time_us});
  marked.marks.resize(runs.size());
  return marked;
}

TEST(HistoryTable, SaysNoMoreOfAMomentThanTellsRunsApart) {
  const auto first_cell = [](const MarkedSeries& marked) { return table_of(marked, "m").rows.at(0).at(0); };
  EXPECT_EQ(first_cell(series_of({{"2026-03-01T00:00:00.000Z", 1}, {"2026-03-02T00:00:00.000Z", 1}})),
            Cell("2026-03-01"));
  EXPECT_EQ(first_cell(series_of({{"2026-03-01T00:00:00.000Z", 1}, {"2026-03-01T10:30:05.000Z", 1}})),
            Cell("2026-03-01 00:00"));
  EXPECT_EQ(first_cell(series_of({{"2026-03-01T10:30:05.000Z", 1}, {"2026-03-01T10:30:06.000Z", 1}})),
            Cell("2026-03-01 10:30:05"));
}

TEST(HistoryTable, WritesSmallAndEnormousNumbersSoThatTheyCanBeTold) {
  const auto text = [](double value) {
    return history_page({series_of({{"2026-03-01T00:00:00.000Z", value}})}, "m", Format::text, {});
  };
  EXPECT_THAT(text(0.0123), HasSubstr(" ok      0.01230\n"));
  EXPECT_THAT(text(123456), HasSubstr(" ok      123456\n"));
  EXPECT_THAT(text(1.5e-12), HasSubstr(" ok      1.500e-12\n"));
  EXPECT_THAT(text(0), HasSubstr(" ok      0\n"));
}

TEST(HistoryHtml, NamesTheMetricByItsUnitAndWhatItIs) {
  const Query query = [](const std::string&) { return Table{{"a"}, {}}; };
  MarkedSeries marked = series_of({{"2026-03-01T00:00:00.000Z", 1}, {"2026-03-08T00:00:00.000Z", 2}});
  marked.changes = {{.index = 1, .before = 1, .after = 2}};
  marked.marks[1] = {"CHANGE 1 -> 2"};
  const std::string time = history_html({marked}, kTimeMetric, metric_words(kTimeMetric, {}), query, {});
  EXPECT_THAT(time, AllOf(HasSubstr("<h1>Time from run to run</h1>"), HasSubstr("\"name\":\"time, µs\""),
                          HasSubstr("\"label\":\"time, µs\""), HasSubstr("\"text\":\"1 -> 2\""),
                          HasSubstr("<td class=\"short\">2026-03-01</td>"), Not(HasSubstr("<b>k"))));
  const MetricWords words = metric_words("l2_gbs", ColumnMeaning{.unit = "GB/s", .meaning = "traffic"});
  EXPECT_THAT(history_html({marked}, "l2_gbs", words, query, {}),
              AllOf(HasSubstr("\"name\":\"l2_gbs, GB/s\""), HasSubstr("\"label\":\"traffic\"")));
  EXPECT_EQ(metric_words("l2_read_norm", ColumnMeaning{.unit = "1", .meaning = "x"}).name, "l2_read_norm");
}

TEST_F(History, SteersNeitherATerminalNorABrowser) {
  Job evil = job(0);
  evil.identity = "k\x1b[2J <script>alert(1)</script>";
  write(100, run_info(), evil);
  const auto all = read();
  EXPECT_THAT(history_page(all, kTimeMetric, Format::text, {200}),
              StartsWith("k\\x1b[2J <script>alert(1)</script> on "));
  EXPECT_THAT(history_page(all, kTimeMetric, Format::markdown, {}),
              StartsWith("## k\\\\x1b[2J \\<script>alert(1)\\</script> on "));
}

TEST_F(History, IsNoWiderThanItsTerminal) {
  write_levels({100, 110});
  std::istringstream page(history_page(read(), kTimeMetric, Format::text, {60, true}));
  for (std::string line; std::getline(page, line);) EXPECT_LE(display_width(line), 60u) << line;
}

TEST_F(History, IsWrittenAsPagesAndJson) {
  write_levels({100, 110});
  const auto all = read();
  EXPECT_THAT(history_page(all, kTimeMetric, Format::text, {200}),
              StartsWith("norm_base d_l=32 n_l=147456 blocks=128 warps=1 on NVIDIA GeForce RTX 4090, lsu-2024-hw01\n"
                         "time_us: 1 change in 16 values"));
  EXPECT_THAT(history_page(all, kTimeMetric, Format::markdown, {0}), StartsWith("## norm_base d_l=32"));
  EXPECT_THAT(
      history_page(all, kTimeMetric, Format::csv, {0}),
      StartsWith("experiment,submission,device,point,began (UTC),run,outcome,time_us,quartiles lower,quartiles upper"));
  EXPECT_THAT(history_json(all, kTimeMetric), HasSubstr("\"index\": 8"));
}

}  // namespace
}  // namespace warpledger
