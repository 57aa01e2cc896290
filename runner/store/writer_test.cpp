#include "store/writer.h"

#include <SQLiteCpp/Database.h>
#include <SQLiteCpp/Statement.h>
#include <fmt/format.h>

#include <bit>
#include <cmath>
#include <limits>
#include <thread>

#include "store/ledger_check.h"
#include "store/ledger_fixture.h"
#include "store/sql_functions.h"

namespace warpledger {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

class Writer : public LedgerTest {
 protected:
  /// Reads the tables, not the views.
  std::vector<std::string> rows(const std::string& sql) const {
    SQLite::Database database(path());
    SQLite::Statement statement(database, sql);
    std::vector<std::string> texts;
    while (statement.executeStep()) texts.push_back(statement.getColumn(0).getString());
    return texts;
  }
};

TEST_F(Writer, KeepsEveryFieldOfAPoint) {
  write_run(1);
  EXPECT_THAT(
      rows("SELECT concat FROM (SELECT ordinal || '|' || key || '|' || identity || '|' || family || '|' || "
           "kernel || '|' || instance || '|' || outcome || '|' || reason || '|' || wall_s AS concat "
           "FROM point JOIN configuration AS c ON c.id = configuration)"),
      ElementsAre("0|key-0|norm_base d_l=32 n_l=147456 blocks=128 warps=1|norm|norm_base|norm_base<32>|ok||0.25"));
  EXPECT_THAT(rows("SELECT kind || ' ' || name || ' ' || value FROM quantity ORDER BY name"),
              ElementsAre("launch blocks 128.0", "parameter d_l 32.0", "work elements 4718592.0",
                          "work ideal_read_bytes 18874368.0", "work ideal_write_bytes 18874368.0",
                          "axis input_mib -0.25", "parameter n_l 147456.0", "launch warps 1.0"));
  EXPECT_THAT(rows("SELECT buffer || ' ' || elements || ' ' || mismatches || ' ' || max_abs_error FROM check_result"),
              ElementsAre("l_out 4718592 0 1.5e-07"));
  EXPECT_THAT(
      rows("SELECT clock || '|' || cache || '|' || stop_rule FROM timing JOIN timing_method AS m ON m.id = method"),
      ElementsAre("cuda event|warm|max_relative_error"));
  EXPECT_THAT(rows("SELECT name || ' ' || value || ' ' || unit || ' ' || source "
                   "FROM metric JOIN metric_kind AS k ON k.id = kind WHERE name = 'registers'"),
              ElementsAre("registers 40.0 register attribute"));
}

TEST_F(Writer, KeepsEveryFieldOfARun) {
  RunInfo info = run_info();
  info.submission = "alice/3";
  write_run(0, info);
  EXPECT_THAT(
      rows("SELECT e.name || '|' || e.text || '|' || report || '|' || command_line || '|' || tool_version || '|' "
           "|| submission || '|' || seed || '|' || planned_points || '|' || settings "
           "FROM run JOIN experiment e ON e.id = experiment"),
      ElementsAre("lsu-2024-hw01|experiment: lsu-2024-hw01\n|lsu-2024-hw01|warpledger run lsu-2024-hw01|0.1.0|"
                  "alice/3|18446744073709551615|2|{\"warps\": 1}"));
  EXPECT_THAT(
      rows("SELECT backend || ' ' || uuid || ' ' || name || ' ' || chip || ' ' || (facts ->> 'sm_count') FROM device"),
      ElementsAre("cuda GPU-1 NVIDIA GeForce RTX 4090 AD102 128"));
  EXPECT_THAT(rows("SELECT text FROM environment"), ElementsAre(R"({"driver":"580.1","runtime":"13.0"})"));
  EXPECT_THAT(rows("SELECT started_utc GLOB "
                   "'20[0-9][0-9]-[0-9][0-9]-[0-9][0-9]T[0-9][0-9]:[0-9][0-9]:[0-9][0-9].[0-9][0-9][0-9]Z' FROM run"),
              ElementsAre("1"));
}

TEST_F(Writer, KeepsTheCampaignAndTheShardOfARunThatHasThem) {
  write_run(0);
  RunInfo info = run_info();
  info.campaign = "c0";
  write_run(0, info);
  info.shard = "2/8";
  const std::string uuid = write_run(0, info);
  EXPECT_THAT(rows("SELECT coalesce(campaign, 'none') || ' ' || coalesce(shard, 'none') FROM run ORDER BY started_utc"),
              ElementsAre("none none", "c0 none", "c0 2/8"));
  const StoredRun stored = read_latest().stored_run(uuid);
  EXPECT_EQ(stored.campaign + " " + stored.shard, "c0 2/8");
}

TEST_F(Writer, RefusesAShardOfNoCampaign) {
  RunInfo info = run_info();
  info.shard = "2/8";
  EXPECT_THAT(message_of([&] { write_run(0, info); }), testing::HasSubstr("CHECK constraint failed"));
}

TEST_F(Writer, KeepsAPointThatWasVerifiedOnlyWithoutATimeAndSaysWhy) {
  Result verified = result(0);
  verified.timing.reset();
  verified.metrics = {{"launch_time", std::nullopt, "ns", "event", "not timed: the point is only verified"}};
  LedgerWriter writer(path(), kSchema);
  writer.begin_run(run_info());
  writer.record(job(0), verified);
  writer.end_run("finished", "");
  EXPECT_THAT(rows("SELECT count(*) FROM timing"), ElementsAre("0"));
  const LedgerReader reader = read_latest();
  EXPECT_EQ(value(reader, "SELECT outcome FROM point"), Cell("ok"));
  EXPECT_EQ(value(reader, "SELECT time_us FROM point"), Cell());
  EXPECT_EQ(value(reader, "SELECT reason FROM metric_reason WHERE name = 'launch_time'"),
            Cell("not timed: the point is only verified"));
}

TEST_F(Writer, KeepsEveryOutcome) {
  LedgerWriter writer(path(), kSchema);
  writer.begin_run(run_info());
  for (std::size_t i = 0; i < kOutcomeNames.size(); ++i) {
    Result ended = result(static_cast<std::int64_t>(i));
    ended.outcome = static_cast<Outcome>(i);
    writer.record(job(ended.ordinal), ended);
    EXPECT_EQ(value(read_latest(), fmt::format("SELECT outcome FROM points WHERE ordinal = {}", i)),
              Cell(std::string(kOutcomeNames.at(i))));
  }
}

TEST_F(Writer, KeepsSamplesBitForBitAndInOrder) {
  const std::vector<double> odd = {149000.1, 5e-324, 0.1 + 0.2, -0.0, 1e300};
  Result measured = result(0);
  measured.timing->samples.clear();
  for (const double sample : odd) measured.timing->samples.push_back({sample, {}});
  LedgerWriter writer(path(), kSchema);
  writer.begin_run(run_info());
  writer.record(job(0), measured);
  const std::string blob = rows("SELECT samples_ns FROM timing").at(0);
  const auto kept = from_blob(blob);
  ASSERT_EQ(kept.size(), odd.size());
  for (std::size_t i = 0; i < odd.size(); ++i)
    EXPECT_EQ(std::bit_cast<std::uint64_t>(kept[i]), std::bit_cast<std::uint64_t>(odd[i])) << i;
  EXPECT_TRUE(std::isnan(from_blob(rows("SELECT sm_clock_mhz FROM timing").at(0)).at(0)));
}

TEST_F(Writer, KeepsThePrepareLaunchesTimesApartFromThePointsOwn) {
  Result measured = result(0);
  measured.prepare_timing =
      Timing{.samples = {{4000, {}}, {6000, {}}}, .clock = "cuda event", .stop_rule = "max_relative_error"};
  LedgerWriter writer(path(), kSchema);
  writer.begin_run(run_info());
  writer.record(job(0), measured);
  EXPECT_EQ(from_blob(rows("SELECT samples_ns FROM prepare_timing").at(0)), (std::vector<double>{4000, 6000}));
  EXPECT_EQ(value(read_latest(), "SELECT prepare_time_us FROM point"), Cell(5.0));
  EXPECT_EQ(value(read_latest(), "SELECT time_us FROM point"), Cell(149.0));
}

TEST_F(Writer, KeepsASourceAndAProgramOnceForAllPointsThatUseThem) {
  write_run(3);
  write_run(2);
  EXPECT_THAT(rows("SELECT name || ': ' || text FROM source ORDER BY name"),
              ElementsAre("norm.h: header text", "norm_base.cu: kernel text", "reference.cu: reference text"));
  EXPECT_THAT(rows("SELECT DISTINCT p.ordinal || ' ' || s.name FROM point AS p JOIN configuration AS c ON c.id = "
                   "p.configuration JOIN program_source AS ps ON ps.program = c.program JOIN source AS s ON s.id = "
                   "ps.source WHERE p.ordinal < 2 ORDER BY p.ordinal, ps.place"),
              ElementsAre("0 norm_base.cu", "0 norm.h", "1 norm_base.cu", "1 norm.h"));
}

TEST_F(Writer, AddsADeviceOnlyWhenSomethingDiffers) {
  write_run(0);
  write_run(0);
  RunInfo faster = run_info();
  faster.device.facts["clock_khz"] = 2600000;
  write_run(0, faster);
  EXPECT_THAT(rows("SELECT count(*) FROM device"), ElementsAre("2"));
  EXPECT_THAT(rows("SELECT count(*) FROM environment"), ElementsAre("1"));
  EXPECT_THAT(rows("SELECT count(*) FROM experiment"), ElementsAre("1"));
}

TEST_F(Writer, KeepsAnAbsentMetricAsNullWithItsReason) {
  write_run(1);
  EXPECT_THAT(rows("SELECT reason FROM metric JOIN absence AS a ON a.id = absence"),
              ElementsAre("this chip has no such counter"));
}

TEST_F(Writer, TurnsANotANumberIntoNullWithAReason) {
  Result odd = result(0);
  odd.metrics = {{"ratio", std::numeric_limits<double>::quiet_NaN(), "1", "cupti", ""}};
  odd.checks = {{"l_out", 8, 8, std::numeric_limits<double>::quiet_NaN()}};
  LedgerWriter writer(path(), kSchema);
  writer.begin_run(run_info());
  writer.record(job(0), odd);
  EXPECT_THAT(rows("SELECT reason FROM metric JOIN absence AS a ON a.id = absence"),
              ElementsAre("the counter gave no number (NaN)"));
  EXPECT_THAT(rows("SELECT max_abs_error IS NULL FROM check_result"), ElementsAre("1"));
}

TEST_F(Writer, RefusesAMetricWithNeitherValueNorReasonAndKeepsNothingOfThePoint) {
  Result bare = result(0);
  bare.metrics = {{"ratio", {}, "1", "cupti", ""}};
  LedgerWriter writer(path(), kSchema);
  writer.begin_run(run_info());
  EXPECT_THAT(message_of([&] { writer.record(job(0), bare); }), HasSubstr("an_absent_value_has_a_reason"));
  EXPECT_THAT(rows("SELECT count(*) FROM point"), ElementsAre("0"));
  writer.record(job(0), result(0));
  EXPECT_THAT(rows("SELECT count(*) FROM point"), ElementsAre("1"));
}

TEST_F(Writer, RefusesASecondRecordOfAPoint) {
  LedgerWriter writer(path(), kSchema);
  writer.begin_run(run_info());
  writer.record(job(7), result(7));
  EXPECT_EQ(message_of([&] { writer.record(job(7), result(7)); }),
            "point 7 of this run is already recorded\nhint: a measurement is never replaced: start a new run");
  EXPECT_THAT(rows("SELECT count(*) FROM point"), ElementsAre("1"));
}

TEST_F(Writer, RefusesTheResultOfAnotherPoint) {
  LedgerWriter writer(path(), kSchema);
  writer.begin_run(run_info());
  EXPECT_THAT(message_of([&] { writer.record(job(1), result(2)); }),
              HasSubstr("point 1 was given the result of point 2"));
}

TEST_F(Writer, RefusesToRecordBeforeARunHasBegun) {
  LedgerWriter writer(path(), kSchema);
  EXPECT_EQ(message_of([&] { writer.record(job(0), result(0)); }),
            path() + ": no run has begun\nhint: call begin_run first");
}

TEST_F(Writer, EndsARunOnceAndWithAKnownOutcome) {
  LedgerWriter writer(path(), kSchema);
  writer.begin_run(run_info());
  EXPECT_THAT(message_of([&] { writer.end_run("done", ""); }), HasSubstr("CHECK constraint failed"));
  writer.end_run("interrupted", "Ctrl-C");
  EXPECT_THAT(message_of([&] { writer.end_run("finished", ""); }),
              HasSubstr("UNIQUE constraint failed: run_stop.start"));
  EXPECT_THAT(rows("SELECT outcome || ': ' || reason FROM run_stop"), ElementsAre("interrupted: Ctrl-C"));
}

TEST_F(Writer, LetsThreadsWriteRunsOfTheirOwnToOneLedger) {
  constexpr int kThreads = 4, kPoints = 25;
  const LedgerWriter ledger(path(), kSchema);
  std::vector<std::thread> threads;
  for (int i = 0; i < kThreads; ++i)
    threads.emplace_back([writer = ledger.another()]() mutable {
      writer.begin_run(run_info());
      for (int point = 0; point < kPoints; ++point) writer.record(job(point), result(point));
      writer.end_run("finished", "");
    });
  for (std::thread& thread : threads) thread.join();
  EXPECT_THAT(rows("SELECT count(*) || ' ' || count(DISTINCT run) FROM point"), ElementsAre("100 4"));
  for (const Verified& one : verify_ledger(path(), kSchema)) EXPECT_EQ(one.problem_count, 0) << one.what;
}

TEST_F(Writer, LetsTwoWritersShareANewLedger) {
  constexpr std::int64_t kPoints = 40;
  std::vector<std::string> failures(2);
  {
    std::vector<std::jthread> writers;
    writers.reserve(failures.size());
    for (std::string& failure : failures)
      writers.emplace_back([&] { failure = message_of([&] { write_run(kPoints); }); });
  }
  EXPECT_THAT(failures, ElementsAre("no error", "no error"));
  EXPECT_THAT(rows("SELECT count(*) FROM point GROUP BY run"), ElementsAre("40", "40"));
  EXPECT_THAT(rows("PRAGMA integrity_check"), ElementsAre("ok"));
}

}  // namespace
}  // namespace warpledger
