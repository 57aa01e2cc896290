#include <limits>

#include "store/ledger_fixture.h"

namespace warpledger {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

class Estimates : public LedgerTest {
 protected:
  void write_point(const RunInfo& info, const std::vector<Metric>& metrics) const {
    LedgerWriter writer(path(), kSchema);
    writer.begin_run(info);
    Result point = result(0);
    point.metrics = metrics;
    writer.record(job(0), point);
    writer.end_run("finished", "");
  }

  std::vector<Row> rows(const std::string& sql) const { return read_latest().query(sql).rows; }
};

TEST_F(Estimates, AreKeptApartFromWhatIsMeasured) {
  write_point(host_info(), {{"registers", 40, "register", "attribute", ""},
                            modelled("l2_read_bytes", 64, 32, 96, Confidence::good)});
  EXPECT_THAT(rows("SELECT name FROM metrics"), ElementsAre(Row{"registers"}));
  EXPECT_THAT(rows("SELECT e.name, generation, value, unit, reason, lower, upper, confidence, because, version, "
                   "profile_digest, sampled_sms FROM main.estimate e JOIN main.memory_model m ON m.id = e.model"),
              ElementsAre(Row{"l2_read_bytes", std::int64_t{0}, 64.0, "unit", "", 32.0, 96.0, "good", "a test", "1.0",
                              "ada", std::int64_t{2}}));
}

TEST_F(Estimates, StandForCountersOnTheHost) {
  write_point(host_info(), {modelled("inst_executed", 147456, 147456, 147456, Confidence::exact)});
  EXPECT_THAT(rows("SELECT inst_executed, insn_per_el, counter_source FROM point"),
              ElementsAre(Row{147456.0, 1.0, "model"}));
}

TEST_F(Estimates, NeverStandForCountersOnAGpu) {
  write_point(run_info(), {{"inst_executed", {}, "instruction", "cupti", "not counted"},
                           modelled("inst_executed", 147456, 147456, 147456, Confidence::exact)});
  EXPECT_THAT(rows("SELECT inst_executed, insn_per_el, counter_source FROM point"), ElementsAre(Row(3, kNull)));
  EXPECT_THAT(rows("SELECT name, reason FROM metric_reason"), ElementsAre(Row{"inst_executed", "not counted"}));
}

TEST_F(Estimates, LeaveARateEmptyThatNeedsAGpusTime) {
  write_point(host_info(), {modelled("l2_read_bytes", 64, 64, 64, Confidence::exact),
                            modelled("l2_write_bytes", 64, 64, 64, Confidence::exact)});
  EXPECT_THAT(rows("SELECT l2_gbs, l2_pct_peak FROM point"), ElementsAre(Row(2, kNull)));
  EXPECT_THAT(message_of([&] { rows("SELECT l2_gbs FROM points_modelled"); }), HasSubstr("no such column"));
}

TEST_F(Estimates, SayWhyTheyAreAbsent) {
  write_point(host_info(), {{"inst_executed", {}, "instruction", "model", "no toolkit: instructions need SASS"}});
  EXPECT_THAT(rows("SELECT inst_executed FROM point"), ElementsAre(Row{kNull}));
  EXPECT_THAT(rows("SELECT name, reason, points FROM metric_reason"),
              ElementsAre(Row{"inst_executed", "no toolkit: instructions need SASS", std::int64_t{1}}));
}

TEST_F(Estimates, AreNoReasonForAnEmptyColumnWhereTheyGiveANumber) {
  write_point(host_info(), {{"dram_bytes", {}, "byte", "cupti", "no counters"},
                            {"throttled", {}, "flag", "attribute", "no GPU to watch"},
                            {"inst_executed", {}, "instruction", "model", "no toolkit"},
                            modelled("l2_read_bytes", 64, 64, 64, Confidence::exact)});
  EXPECT_THAT(rows("SELECT reason, name FROM empty_reason ORDER BY place, name"),
              ElementsAre(Row{"a host has no GPU times", kNull}, Row{"no counters", "dram_bytes"},
                          Row{"no toolkit", "inst_executed"}));
}

TEST_F(Estimates, AreAbsentWithAReasonWhereTheModelGaveNoNumber) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  write_point(host_info(), {modelled("l1_hit_pct", nan, 0, 100, Confidence::good),
                            modelled("l2_read_bytes", 50, 0, nan, Confidence::good)});
  EXPECT_THAT(rows("SELECT name, reason FROM metric_reason ORDER BY name"),
              ElementsAre(Row{"l1_hit_pct", "the model gave no number (NaN)"},
                          Row{"l2_read_bytes", "the model gave no number (NaN)"}));
}

TEST_F(Estimates, KeepAnUpperBoundThatIsInfinite) {
  const double infinity = std::numeric_limits<double>::infinity();
  write_point(host_info(), {modelled("l2_read_bytes", 50, 0, infinity, Confidence::poor)});
  EXPECT_THAT(rows("SELECT upper FROM estimates"), ElementsAre(Row{infinity}));
}

TEST_F(Estimates, AreRefusedOutsideOfTheirBounds) {
  EXPECT_THAT(message_of([&] { write_point(host_info(), {modelled("x", 97, 32, 96, Confidence::good)}); }),
              HasSubstr("an_estimate_is_between_its_bounds"));
  EXPECT_THAT(message_of([&] { write_point(host_info(), {modelled("x", 31, 32, 96, Confidence::good)}); }),
              HasSubstr("an_estimate_is_between_its_bounds"));
}

TEST_F(Estimates, AreRefusedWhenTheyDoNotSayWhatTheyAreWorth) {
  EXPECT_EQ(message_of([&] {
              write_point(host_info(), {{"x", 1, "", "model", ""}});
            }),
            "the modelled metric 'x' has no estimate\n"
            "hint: this is a defect of warpledger: please report it with this message");
}

TEST_F(Estimates, MayBeAddedToAFinishedRun) {
  const std::string run = write_run(2);
  LedgerWriter writer(path(), kSchema);
  EXPECT_EQ(writer.claim_run(run).outcome, "finished");
  writer.add_estimates(1, {modelled("inst_executed", 7, 7, 7, Confidence::exact)});
  EXPECT_THAT(rows("SELECT ordinal, measured, modelled FROM estimates"),
              ElementsAre(Row{std::int64_t{1}, 648806.4, 7.0}));
  EXPECT_THAT(rows("SELECT inst_executed, counter_source FROM point WHERE ordinal = 1"),
              ElementsAre(Row{648806.4, "cupti"}));
}

TEST_F(Estimates, OfTheNewestModelAreShownWhateverItsVersion) {
  write_point(host_info(), {modelled("inst_executed", 7, 7, 7, Confidence::exact)});
  LedgerWriter writer(path(), kSchema);
  writer.claim_run("latest");
  Metric newer = modelled("inst_executed", 8, 8, 8, Confidence::poor);
  newer.estimate->model_version = "2.0";
  writer.add_estimates(0, {newer});
  EXPECT_THAT(rows("SELECT inst_executed FROM point"), ElementsAre(Row{8.0}));
  EXPECT_THAT(rows("SELECT modelled, confidence, model_version FROM estimates"), ElementsAre(Row{8.0, "poor", "2.0"}));
  writer.add_estimates(0, {modelled("inst_executed", 9, 9, 9, Confidence::exact)});
  EXPECT_THAT(rows("SELECT inst_executed FROM point"), ElementsAre(Row{9.0}));
  EXPECT_THAT(rows("SELECT model_version, profile FROM model_used"), ElementsAre(Row{"1.0", "ada"}));
  EXPECT_THAT(rows("SELECT count(*) FROM main.estimate"), ElementsAre(Row{std::int64_t{3}}));
}

TEST_F(Estimates, AddedToAHostRunTakeTheReasonOfTheMissingCounterAway) {
  write_point(host_info(), {{"inst_executed", {}, "", "cupti", "host backend: no hardware counters"}});
  LedgerWriter writer(path(), kSchema);
  writer.claim_run("latest");
  writer.add_estimates(0, {modelled("inst_executed", 9, 9, 9, Confidence::exact)});
  EXPECT_THAT(rows("SELECT name FROM metric_reason"), testing::IsEmpty());
}

TEST_F(Estimates, AreRefusedForAPointThatIsNotRecordedAndWhenTheyAreMeasured) {
  LedgerWriter writer(path(), kSchema);
  writer.begin_run(host_info());
  writer.record(job(0), result(0));
  EXPECT_EQ(message_of([&] { writer.add_estimates(5, {}); }),
            "point 5 of this run is not recorded\nhint: run it first: `warpledger run --resume`");
  EXPECT_EQ(message_of([&] {
              writer.add_estimates(0, {{"dram_bytes", 1, "byte", "cupti", ""}});
            }),
            "metric 'dram_bytes' is measured, not modelled\nhint: a measurement is never replaced: start a new run");
}

}  // namespace
}  // namespace warpledger
