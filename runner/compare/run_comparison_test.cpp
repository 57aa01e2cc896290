#include "compare/run_comparison.h"

#include <unistd.h>

#include <cmath>
#include <limits>
#include <sstream>

#include "base/text_width.h"
#include "compare/comparison_json.h"
#include "compare/comparison_page.h"
#include "store/ledger_fixture.h"

namespace warpledger {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

/// Twenty launches of about `time_ns` at 2500 MHz.
Timing timing(double time_ns) {
  Timing result{{}, "cuda event", "max_relative_error"};
  for (int i = 0; i < 20; ++i) result.samples.push_back({time_ns * (1 + 0.0001 * (i * 7 % 20)), 2500});
  return result;
}

class RunComparisons : public LedgerTest {
 protected:
  /// Writes a run with one point per result, with 1, 2, 3 ... warps.
  void write(const std::vector<Result>& results, const RunInfo& info = run_info()) const {
    usleep(2000);  // runs are ordered by start
    LedgerWriter writer(path(), kSchema);
    writer.begin_run(info);
    for (std::size_t i = 0; i < results.size(); ++i) {
      Job point = job(static_cast<std::int64_t>(i));
      point.identity = "norm_base d_l=32 blocks=128 warps=" + std::to_string(i + 1);
      Result ended = results[i];
      ended.ordinal = point.ordinal;
      writer.record(point, ended);
    }
    writer.end_run("finished", "");
  }

  static Result timed(double time_ns) {
    Result ended = result(0);
    ended.timing = timing(time_ns);
    return ended;
  }

  RunComparison compared(const std::string& before = "latest~1", const std::string& after = "latest",
                         const ComparisonOptions& options = {}) const {
    const LedgerReader reader(path(), kSchema);
    const auto side = [&](const std::string& text) {
      const RunSelection selection = parse_run_selection(text, "");
      return ComparedSide{choose_run(reader, selection), selection.kernel};
    };
    return compare_runs(reader, side(before), side(after), options);
  }
};

TEST_F(RunComparisons, GiveEachPointAVerdict) {
  write({timed(1e6), timed(1e6), timed(1e6)});
  write({timed(1e6), timed(1.05e6), timed(0.5e6)});
  const RunComparison found = compared();
  ASSERT_EQ(found.points.size(), 3u);
  EXPECT_EQ(found.points[0].comparison.verdict, Verdict::same);
  EXPECT_EQ(found.points[1].comparison.verdict, Verdict::slower);
  EXPECT_EQ(found.points[2].comparison.verdict, Verdict::faster);
  EXPECT_EQ(found.points[1].name, "norm_base d_l=32 blocks=128 warps=2");
  EXPECT_THAT(found.counts, ElementsAre(1, 1, 1, 0));
  EXPECT_NEAR(found.mean->value, std::cbrt(1.05 * 0.5), 1e-9);
}

TEST_F(RunComparisons, RefuseASampleThatNoLaunchHasAndNameItsPoint) {
  write({timed(1e6), timed(1e6)});
  const double inf = std::numeric_limits<double>::infinity();
  std::vector<std::vector<Sample>> odd;
  for (const double time_ns : {0.0, inf, -100.0, 1e300, std::nan("")}) {
    odd.push_back(timing(1e6).samples);
    odd.back().push_back({time_ns, 2500});
  }
  odd.emplace_back(10, Sample{0, 2500});
  for (const std::vector<Sample>& samples : odd) {
    Result ended = timed(1e6);
    ended.timing->samples = samples;
    write({timed(1e6), ended});
    EXPECT_THAT(
        message_of([&] { compared(); }),
        testing::ContainsRegex("^point 1 of run [0-9a-f]{8} \\(norm_base d_l=32 blocks=128 warps=2\\): sample [0-9]+ "
                               "is .* ns\nhint: .*ledger forget [0-9a-f]{8}"))
        << samples.back().time_ns;
  }
}

TEST_F(RunComparisons, RefuseAClockThatIsInfinite) {
  write({timed(1e6)});
  Result clock = timed(1e6);
  clock.timing->samples.back().sm_clock_mhz = std::numeric_limits<double>::infinity();
  write({clock});
  EXPECT_THAT(message_of([&] { compared(); }), HasSubstr("sample 19 has a clock of inf MHz"));
}

TEST_F(RunComparisons, LeaveOutACounterThatIsInfinite) {
  write({timed(1e6)});
  Result counter = timed(1e6);
  counter.metrics = {{"dram_bytes", std::numeric_limits<double>::infinity(), "byte", "cupti", ""}};
  write({counter});
  for (const CounterEffect& effect : compared().points.at(0).effects) EXPECT_NE(effect.name, "dram_bytes");
}

/// Runs of one point with the same identity and a given parameter n_l.
class RunComparisonsOfProblems : public RunComparisons {
 protected:
  void write_problem(double n_l, const std::string& identity = "norm_base d_l=32 n_l=1024*sms blocks=1/SM warps=1",
                     Quantity::Kind kind = Quantity::Kind::parameter) const {
    usleep(2000);
    LedgerWriter writer(path(), kSchema);
    writer.begin_run(run_info());
    Job point = job(0);
    point.identity = identity;
    std::erase_if(point.quantities, [](const Quantity& quantity) { return quantity.name == "n_l"; });
    point.quantities.push_back({kind, "n_l", n_l});
    writer.record(point, timed(1e6));
    writer.end_run("finished", "");
  }
};

TEST_F(RunComparisonsOfProblems, ListAPairWithOtherNumbersAndDoNotCompareIt) {
  write_problem(131072);
  write_problem(116736);
  const RunComparison found = compared();
  EXPECT_TRUE(found.points.empty());
  ASSERT_EQ(found.other_problems.size(), 1u);
  EXPECT_EQ(found.other_problems[0].name, "norm_base d_l=32 n_l=1024*sms blocks=1/SM warps=1");
  EXPECT_EQ(found.other_problems[0].difference, "n_l=131072 -> n_l=116736");
  EXPECT_THAT(found.counts, ElementsAre(0, 0, 0, 0));
  const std::string page = comparison_page(found, Format::text, {});
  EXPECT_THAT(page, HasSubstr("another problem"));
  EXPECT_THAT(page, HasSubstr("n_l=131072 -> n_l=116736"));
  EXPECT_THAT(comparison_json(found), HasSubstr("\"other_problems\""));
}

TEST_F(RunComparisonsOfProblems, CompareItWhereTheParameterIsIgnored) {
  write_problem(131072);
  write_problem(116736);
  EXPECT_EQ(compared("latest~1", "latest", {.ignored = {"n_l"}}).points.size(), 1u);
}

TEST_F(RunComparisonsOfProblems, CompareItWhereTheKernelDoesNotUseTheParameter) {
  write_problem(131072, "norm_base d_l=32", Quantity::Kind::axis);
  write_problem(116736, "norm_base d_l=32", Quantity::Kind::axis);
  EXPECT_EQ(compared().points.size(), 1u);
}

TEST_F(RunComparisons, CorrectTheVerdictsOverAllPoints) {
  write({timed(1e6), timed(1e6)});
  write({timed(1e6), timed(1.05e6)});
  const RunComparison found = compared();
  EXPECT_FALSE(found.points.at(0).holds);
  EXPECT_TRUE(found.points.at(1).holds);
  EXPECT_THAT(found.holding, ElementsAre(0, 0, 1, 0));
  EXPECT_THAT(comparison_page(found, Format::text, {200}),
              HasSubstr("\nby Holm's correction over all points, 0 FASTER and 1 SLOWER hold at 1 %; --fail-on counts "
                        "these; without a noise floor,"));
  EXPECT_THAT(comparison_json(found), HasSubstr("\"correction\": \"Holm\""));
}

TEST_F(RunComparisons, HoldOnlyWhatTheNoiseOfTheDeviceDoesNotExplain) {
  write({timed(1e6)});
  write({timed(1.05e6)});
  const RunComparison found = compared("latest~1", "latest", {.noise = Noise{.relative = 0.045}});
  EXPECT_THAT(found.counts, ElementsAre(0, 0, 1, 0));
  EXPECT_THAT(found.holding, ElementsAre(0, 0, 0, 0));
}

TEST_F(RunComparisons, SayWhatAnEmptyLaunchTakesWhereItDiffers) {
  const auto with_empty = [](double empty_ns) {
    Result ended = timed(1e4);
    ended.metrics.push_back({"empty_launch_time", empty_ns, "ns", "event", ""});
    return ended;
  };
  write({timed(1e4)});
  write({with_empty(2900)});
  write({with_empty(3000)});
  write({with_empty(4600)});
  const auto page = [&](const char* before, const char* after) {
    return comparison_page(compared(before, after), Format::text, {200});
  };
  EXPECT_THAT(page("latest~1", "latest"), HasSubstr("\nan empty launch takes 3.00 µs before and 4.60 µs after: "));
  EXPECT_THAT(page("latest~2", "latest~1"), Not(HasSubstr("empty launch")));
  EXPECT_THAT(page("latest~3", "latest"), Not(HasSubstr("empty launch")));
  EXPECT_THAT(comparison_json(compared("latest~3", "latest")),
              HasSubstr("\"empty_launch_us\": {\n    \"before\": null,\n    \"after\": 4.6\n  }"));
}

TEST_F(RunComparisons, NameTheCountersThatChanged) {
  Result fewer = timed(0.9e6);
  fewer.metrics[5].value = 0;  // bank conflicts
  write({timed(1e6)});
  write({fewer});
  const RunComparison found = compared();
  ASSERT_EQ(found.points.at(0).effects.size(), 1u);
  EXPECT_EQ(text_of(found.points[0].effects[0]), "bank_conflicts_per_request 24.11 -> 0");
}

TEST_F(RunComparisons, MarkCountersThatAreModelled) {
  for (const double bytes : {4.0, 8.0}) {
    usleep(2000);
    LedgerWriter writer(path(), kSchema);
    writer.begin_run(host_info());
    Result uncounted = timed(1e6);
    uncounted.metrics.clear();
    writer.record(job(0), uncounted);
    writer.add_estimates(0, {modelled("l2_read_bytes", bytes * 147456 * 32, 1, 1e9, Confidence::good)});
    writer.end_run("finished", "");
  }
  const std::string page = comparison_page(compared(), Format::text, {200});
  EXPECT_THAT(page, HasSubstr("l2_read_norm 1 -> 2~\n"));
  EXPECT_THAT(page, HasSubstr("\n~ modelled, not measured."));
}

TEST_F(RunComparisons, ListWhatOnlyOneSideHas) {
  write({timed(1e6), timed(1e6)});
  write({timed(1e6)});
  EXPECT_THAT(compared().only_before, ElementsAre("norm_base d_l=32 blocks=128 warps=2"));
  EXPECT_THAT(comparison_page(compared(), Format::text, {200}),
              HasSubstr("\n1 only before: norm_base d_l=32 blocks=128 warps=2\n"));
}

TEST_F(RunComparisons, OfAPointThatFailedAreAmbiguous) {
  Result failed = timed(1e6);
  failed.outcome = Outcome::incorrect;
  failed.reason = "y[0]";
  write({timed(1e6)});
  write({failed});
  const RunComparison found = compared();
  EXPECT_EQ(found.points.at(0).comparison.verdict, Verdict::inconclusive);
  EXPECT_EQ(found.points[0].comparison.reason, "incorrect after");
  EXPECT_FALSE(found.mean);
}

TEST_F(RunComparisons, OfADisturbedPointAreAmbiguous) {
  Result throttled = timed(2e6);
  throttled.metrics.push_back({"throttled", 1, "flag", "attribute", ""});
  write({timed(1e6)});
  write({throttled});
  EXPECT_EQ(compared().points.at(0).comparison.reason, "disturbed after: throttled");
}

TEST_F(RunComparisons, RefuseAHostBesideAGpu) {
  write({timed(1e6)}, host_info());
  write({timed(1e6)});
  EXPECT_THAT(message_of([&] { compared(); }), HasSubstr("cannot be compared: one is a host"));
}

TEST_F(RunComparisons, OfTheHostNeedNoSmClock) {
  write({timed(1e6)}, host_info());
  write({timed(1.1e6)}, host_info());
  EXPECT_EQ(compared().points.at(0).comparison.reason, "+10.0 %");
}

TEST_F(RunComparisons, RefuseTheSamePointsTwice) {
  write({timed(1e6)});
  EXPECT_THAT(message_of([&] { compared("latest", "latest"); }), StartsWith("both sides are run "));
}

TEST_F(RunComparisons, SayWhatNoPointsAgreeIn) {
  RunInfo other = run_info();
  write({timed(1e6)});
  LedgerWriter writer(path(), kSchema);
  usleep(2000);
  writer.begin_run(other);
  Job point = job(0);
  point.identity = "norm_base d_l=32 blocks=132 warps=1";
  writer.record(point, timed(1e6));
  writer.end_run("finished", "");
  EXPECT_THAT(message_of([&] { compared(); }), HasSubstr("blocks; to compare anyway: --ignore blocks"));
  EXPECT_EQ(compared("latest~1", "latest", {.ignored = {"blocks"}}).points.at(0).name,
            "norm_base d_l=32 warps=1 (blocks=128 -> blocks=132)");
}

TEST_F(RunComparisons, OnADeviceAreDecidedByItsOwnNoiseFloor) {
  RunInfo elsewhere = run_info();
  elsewhere.device.uuid = "GPU-0450eaf6-4b82-9d8e-9fb3-5f16ee5d70b3";
  write({timed(1e6)});
  write({timed(1.02e6)}, elsewhere);
  const auto write_floor = [&](const std::string& run, double relative) {
    write_noise_floor(path(), kSchema,
                      {.run = run,
                       .tool_version = "0.1.0",
                       .device_name = {},
                       .measured_utc = {},
                       .comparisons = 500,
                       .relative = relative,
                       .offset_ns = 1e5 * relative,
                       .threshold = 0.01});
  };
  const LedgerReader ledger = read_latest();
  const auto run_on = [&](const RunInfo& info) {
    const std::string sql = "SELECT run_uuid FROM runs WHERE device_uuid = '" + info.device.uuid + "'";
    return text_in(ledger.query(sql).rows.at(0).at(0));
  };
  write_floor(run_on(run_info()), 0.03);
  write_floor(run_on(elsewhere), 0.002);
  EXPECT_EQ(criteria_on(read_latest(), elsewhere.device, {}).noise.relative, 0.002);
  EXPECT_EQ(criteria_on(read_latest(), run_info().device, {}).noise.offset_ns, 3e3);
  EXPECT_EQ(compared().criteria.noise.relative, 0.03);  // the noisier of two devices
  EXPECT_EQ(compared("latest~1", "latest", {.now_utc = "2020-01-01T00:00:00Z"}).criteria.noise.relative, 0)
      << "both are dated later";
}

TEST_F(RunComparisons, AreWrittenAsATableAndAsJson) {
  write({timed(1e6)});
  write({timed(1.05e6)});
  const RunComparison found = compared();
  EXPECT_THAT(comparison_page(found, Format::csv, {0}), HasSubstr(",SLOWER,"));
  EXPECT_THAT(comparison_page(found, Format::text, {200}),
              HasSubstr("1 point: 0 SAME, 0 FASTER, 1 SLOWER, 0 INCONCLUSIVE; geometric mean of the ratios 1.050\n"));
  EXPECT_THAT(comparison_json(found), HasSubstr("\"verdict\": \"SLOWER\""));
  EXPECT_THAT(comparison_json(found), HasSubstr("\"upper\": null"));
  EXPECT_THAT(comparison_json(found), HasSubstr("\"level\": 0.01,"));
}

TEST(ComparisonPage, SaysHowOftenIdenticalCodeIsToldApart) {
  RunComparison comparison;
  comparison.noise_floors = {{.run = "",
                              .tool_version = "0.1.0",
                              .device_name = "NVIDIA H200",
                              .measured_utc = "2026-02-01T10:00:00.000Z",
                              .comparisons = 200,
                              .false_verdicts = 2,
                              .relative = 0.004,
                              .offset_ns = 250,
                              .threshold = 0.01}};
  const std::string page = comparison_page(comparison, Format::text, {100});
  EXPECT_THAT(
      page, HasSubstr("noise floor of NVIDIA H200: 0.4 % and 250 ns; of 200 comparisons of identical code, 2 came out "
                      "FASTER or SLOWER (1.0 %, measured 2026-02-01)\n"));
  EXPECT_THAT(page, HasSubstr("differences below 1 % or the noise floor are ignored\n"));
}

TEST(ComparisonPage, TellsTwoDevicesOfOneNameApart) {
  RunComparison comparison;
  comparison.before.run.device_name = comparison.after.run.device_name = "NVIDIA H200";
  comparison.before.run.device_uuid = comparison.after.run.device_uuid = "GPU-8a695ee8-feb7-12c4-2e95-5166ea3cdc52";
  EXPECT_THAT(comparison_page(comparison, Format::text, {200}), Not(HasSubstr("GPU-")));
  comparison.after.run.device_uuid = "GPU-2dbe53dd-6dbe-9418-6d69-56121380fd61";
  EXPECT_THAT(comparison_page(comparison, Format::text, {200}),
              AllOf(HasSubstr("NVIDIA H200 (GPU-8a695ee8)\nafter:"), HasSubstr("NVIDIA H200 (GPU-2dbe53dd)\n")));
}

TEST(ComparisonPage, SteersNeitherATerminalNorABrowser) {
  RunComparison comparison;
  comparison.before.run.experiment = "x\x1b[2J<script>";
  comparison.only_after = {"<b>k</b>\u202e"};
  const std::string text = comparison_page(comparison, Format::text, {});
  EXPECT_THAT(text, AllOf(HasSubstr("x\\x1b[2J<script>"), HasSubstr("<b>k</b>\\u202e")));
  const std::string markdown = comparison_page(comparison, Format::markdown, {});
  EXPECT_THAT(markdown, AllOf(HasSubstr("x\\\\x1b[2J\\<script>"), HasSubstr("\\<b>k\\</b>")));
}

TEST_F(RunComparisons, AreNoWiderThanTheirTerminal) {
  write({timed(1e6)});
  write({timed(1.05e6)});
  for (const int columns : {10, 40, 60, 80, 120}) {
    std::istringstream page(comparison_page(compared(), Format::text, {columns, true}));
    for (std::string line; std::getline(page, line);) EXPECT_LE(display_width(line), columns) << line;
  }
}

}  // namespace
}  // namespace warpledger
