#include "store/views.h"

#include <algorithm>

#include "store/ledger_fixture.h"

namespace warpledger {
namespace {

using testing::AnyOf;
using testing::Contains;
using testing::ElementsAre;
using testing::IsSupersetOf;
using testing::Not;
using testing::StartsWith;

class ViewsOfLedger : public LedgerTest {
 protected:
  static double number(const LedgerReader& reader, const std::string& column) {
    const Cell cell = value(reader, "SELECT 1.0 * (" + column + ") FROM point WHERE ordinal = 0");
    return std::holds_alternative<double>(cell) ? std::get<double>(cell) : -1;
  }
  static std::string text(const LedgerReader& reader, const std::string& sql) {
    return std::get<std::string>(value(reader, sql));
  }
};

TEST_F(ViewsOfLedger, DeriveTheColumnsOfTheAssignment) {
  write_run(1);
  const LedgerReader reader = read_latest();
  // The RTX 4090's row for norm_base<32> at one warp: 149 µs, N*R 1, N*W 8; 9 * 18.874368 MB / 149 µs = 1140.06 GB/s,
  // 22.09 % of 16 B * 128 * 2.52 GHz.
  EXPECT_DOUBLE_EQ(number(reader, "time_us"), 149);
  EXPECT_NEAR(number(reader, "l2_read_norm"), 1, 1e-12);
  EXPECT_NEAR(number(reader, "l2_write_norm"), 8, 1e-12);
  EXPECT_NEAR(number(reader, "l2_gbs"), 1140.06, 0.01);
  EXPECT_NEAR(number(reader, "l2_peak_gbs"), 5160.96, 1e-9);
  EXPECT_NEAR(number(reader, "l2_pct_peak"), 22.09, 0.01);
  EXPECT_NEAR(number(reader, "insn_per_el"), 4.4, 1e-9);
  EXPECT_NEAR(number(reader, "bank_conflicts_per_request"), 24.107, 0.001);
  EXPECT_NEAR(number(reader, "2e-3 * elements_per_us"), 63.34, 0.01);
  EXPECT_NEAR(number(reader, "2 * elements / fma_per_us / time_us"), 0.001534, 1e-6);
  EXPECT_NEAR(number(reader, "ideal_bytes / l2_bytes_per_us / time_us"), 0.04909, 1e-5);
  EXPECT_NEAR(number(reader, "dram_bytes_per_us"), 1008096, 1e-6);
}

TEST_F(ViewsOfLedger, SummariseTheSamples) {
  write_run(1);
  const LedgerReader reader = read_latest();
  EXPECT_THAT(
      reader
          .query("SELECT sample_count, time_min_us, time_q1_us, time_us, time_q3_us, time_max_us, sm_clock_mhz, clock, "
                 "cache, stop_rule FROM point")
          .rows,
      ElementsAre(
          Row{std::int64_t{3}, 148.0, 148.5, 149.0, 149.5, 150.0, 2510.0, "cuda event", "warm", "max_relative_error"}));
}

TEST_F(ViewsOfLedger, CountResidentWarpsUpToWhatFits) {
  LedgerWriter writer(path(), kSchema);
  writer.begin_run(run_info());
  const auto record = [&](std::int64_t ordinal, double blocks, double warps, double blocks_per_sm) {
    Job point = job(ordinal);
    Result measured = result(ordinal);
    for (Quantity& quantity : point.quantities) {
      if (quantity.name == "blocks") quantity.value = blocks;
      if (quantity.name == "warps") quantity.value = warps;
    }
    measured.metrics = {{"blocks_per_sm", blocks_per_sm, "block", "attribute", ""}};
    writer.record(point, measured);
  };
  record(0, 128, 4, 24);  // one block per SM
  record(1, 129, 4, 24);  // one SM has two
  record(2, 384, 32, 1);  // three per SM, of which one fits
  record(3, 64, 4, 24);   // half of the SMs have none
  EXPECT_THAT(read_latest().query("SELECT CAST(resident_warps AS INTEGER) FROM point ORDER BY ordinal").rows,
              ElementsAre(Row{std::int64_t{4}}, Row{std::int64_t{8}}, Row{std::int64_t{32}}, Row{std::int64_t{4}}));
}

TEST_F(ViewsOfLedger, GiveNullWhereSomethingIsMissingOrZero) {
  Job idle = job(0);
  for (Quantity& quantity : idle.quantities)
    if (quantity.name == "elements") quantity.value = 0;
  Result bare = result(0);
  bare.timing.reset();
  bare.metrics.erase(bare.metrics.begin(), bare.metrics.begin() + 2);
  LedgerWriter writer(path(), kSchema);
  writer.begin_run(run_info());
  writer.record(idle, bare);
  EXPECT_THAT(read_latest().query("SELECT time_us, l2_gbs, dram_gbs, insn_per_el, registers FROM point").rows,
              ElementsAre(Row(5, kNull)));
}

TEST_F(ViewsOfLedger, KnowTheResidentWarpsWithoutTheOccupancyOnlyWhileAnSmHasOneBlock) {
  for (const double blocks : {128.0, 129.0}) {
    Job point = job(0);
    for (Quantity& quantity : point.quantities)
      if (quantity.name == "blocks") quantity.value = blocks;
    Result unknown = result(0);
    std::erase_if(unknown.metrics, [](const Metric& metric) { return metric.name == "blocks_per_sm"; });
    LedgerWriter writer(path(), kSchema);
    writer.begin_run(run_info());
    writer.record(point, unknown);
    const Cell known = read_latest().query("SELECT resident_warps = warps FROM point").rows.at(0).at(0);
    EXPECT_EQ(known, blocks > 128 ? Cell{} : Cell{std::int64_t{1}}) << blocks;
  }
}

TEST_F(ViewsOfLedger, GiveAHostTimeButNoRateThatIsAGpus) {
  RunInfo info = run_info();
  info.device.backend = "host";
  write_run(1, info);
  const LedgerReader reader = read_latest();
  EXPECT_DOUBLE_EQ(number(reader, "time_us"), 149);
  EXPECT_GT(number(reader, "elements_per_us"), 0);
  EXPECT_THAT(reader
                  .query("SELECT l2_gbs, l2_pct_peak, l2_peak_gbs, dram_gbs, dram_peak_gbs, dram_pct_peak, fma_per_us, "
                         "l2_bytes_per_us, dram_bytes_per_us FROM point")
                  .rows,
              ElementsAre(Row(9, kNull)));
}

TEST_F(ViewsOfLedger, HaveAColumnForEachQuantityMetricAndFact) {
  write_run(1);
  EXPECT_THAT(read_latest().query("SELECT * FROM point LIMIT 0").columns,
              IsSupersetOf({"run", "run_uuid", "started_utc", "experiment", "device_name", "device_uuid", "ordinal",
                            "key", "identity", "d_l", "n_l", "input_mib", "registers", "smsp__cycles_active.avg",
                            "sm_count", "l2_bytes", "time_us", "counter_source"}));
}

TEST_F(ViewsOfLedger, KeepAllOtherColumnsWhereAFactsNameHasAQuote) {
  RunInfo info = run_info();
  info.device.facts["a\"b"] = 1;
  info.device.facts["d'e"] = 2;
  write_run(1, info);
  EXPECT_EQ(number(read_latest(), "sm_count"), 128);
  EXPECT_EQ(number(read_latest(), "\"d'e\""), 2);
}

TEST_F(ViewsOfLedger, KeepARawCounterUnderItsQuotedName) {
  write_run(1);
  EXPECT_DOUBLE_EQ(number(read_latest(), "\"smsp__cycles_active.avg\""), 12.5);
}

TEST_F(ViewsOfLedger, PutTheKindBeforeANameThatIsTaken) {
  Result measured = result(0);
  measured.metrics = {{"Blocks", 7, "block", "cupti", ""}};
  LedgerWriter writer(path(), kSchema);
  writer.begin_run(run_info());
  writer.record(job(0), measured);
  const LedgerReader reader = read_latest();
  EXPECT_DOUBLE_EQ(number(reader, "blocks"), 128);
  EXPECT_DOUBLE_EQ(number(reader, "\"metric.Blocks\""), 7);
}

TEST_F(ViewsOfLedger, KeepTheirOwnColumnsWhereACounterHasTheName) {
  Result measured = result(0);
  for (const char* name : {"TIME_US", "dram_peak_gbs", "resident_warps", "sm_count"})
    measured.metrics.push_back({name, 7, "", "cupti", ""});
  RunInfo info = run_info();
  info.device.facts["l2_peak_gbs"] = 3;
  LedgerWriter writer(path(), kSchema);
  writer.begin_run(info);
  writer.record(job(0), measured);
  const LedgerReader reader = read_latest();
  EXPECT_DOUBLE_EQ(number(reader, "time_us"), 149);
  EXPECT_DOUBLE_EQ(number(reader, "sm_count"), 128);
  EXPECT_NEAR(number(reader, "dram_peak_gbs"), 1008.096, 1e-9);
  EXPECT_NEAR(number(reader, "l2_peak_gbs"), 5160.96, 1e-9);
  for (const char* name : {"TIME_US", "dram_peak_gbs", "resident_warps", "sm_count"})
    EXPECT_DOUBLE_EQ(number(reader, std::string("\"metric.") + name + '"'), 7) << name;
}

TEST_F(ViewsOfLedger, GainAColumnWithTheFirstPointThatHasItsName) {
  LedgerWriter writer(path(), kSchema);
  writer.begin_run(run_info());
  writer.record(job(0), result(0));
  const LedgerReader before(path(), kSchema);
  Job other = job(1);
  other.quantities.push_back({Quantity::Kind::parameter, "tile", 16});
  Result counted = result(1);
  counted.metrics.push_back({"sm__cycles.sum", 5, "cycle", "cupti", ""});
  counted.metrics.push_back(modelled("atoms", 6, 5, 7, Confidence::good));
  writer.record(other, counted);
  EXPECT_THAT(before.query("SELECT tile, \"sm__cycles.sum\", atoms FROM points ORDER BY ordinal").rows,
              ElementsAre(Row(3, kNull), Row{16.0, 5.0, kNull}));
  EXPECT_THAT(before.query("SELECT tile, atoms, atoms_low, atoms_high FROM points_modelled ORDER BY ordinal").rows,
              ElementsAre(Row(4, kNull), Row{16.0, 6.0, 5.0, 7.0}));
  EXPECT_EQ(value_in_file(path(), "SELECT sum(tile) FROM points"), "16.0");
}

TEST_F(ViewsOfLedger, AnswerAnyReaderOfSqlite) {
  write_run(2);
  EXPECT_EQ(value_in_file(path(), "SELECT group_concat(kernel || ' ' || time_us || ' ' || outcome) FROM points"),
            "norm_base 149.0 ok,norm_base 149.0 ok");
  EXPECT_EQ(value_in_file(path(), "SELECT round(l2_pct_peak, 2) || ' ' || insn_per_el FROM points LIMIT 1"),
            "22.09 4.4");
  EXPECT_EQ(value_in_file(path(), "SELECT count(*) FROM runs WHERE host <> '' AND user <> ''"), "1");
  EXPECT_EQ(value_in_file(path(), "SELECT name || ' ' || sm_count FROM devices"), "NVIDIA GeForce RTX 4090 128");
  EXPECT_EQ(value_in_file(path(), "SELECT value || unit FROM metrics WHERE name = 'registers' AND ordinal = 1"),
            "40.0register");
}

TEST_F(ViewsOfLedger, NeverMixWhatIsMeasuredAndWhatIsModelled) {
  write_run(1);
  LedgerWriter writer(path(), kSchema);
  writer.claim_run("latest");
  writer.add_estimates(0, {modelled("inst_executed", 147456, 100000, 200000, Confidence::good)});
  const LedgerReader reader = read_latest();
  EXPECT_THAT(reader.query("SELECT inst_executed, round(insn_per_el, 6) FROM points").rows,
              ElementsAre(Row{648806.4, 4.4}));
  EXPECT_THAT(reader
                  .query("SELECT inst_executed, insn_per_el, insn_per_el_low < insn_per_el, registers FROM "
                         "points_modelled")
                  .rows,
              ElementsAre(Row{147456.0, 1.0, std::int64_t{1}, 40.0}));
  EXPECT_THAT(message_of([&] { reader.query("SELECT time_us FROM points_modelled"); }),
              testing::HasSubstr("no such column: time_us"));
}

TEST_F(ViewsOfLedger, NameTheirRunAndPoint) {
  write_run(1);
  const LedgerReader reader = read_latest();
  for (const char* view : {"points", "points_modelled", "metrics", "estimates", "samples", "point", "point_modelled",
                           "roofline", "stalls", "disturbances", "model_check", "compile_options"})
    EXPECT_THAT(reader.query(std::string("SELECT * FROM ") + view + " LIMIT 0").columns,
                IsSupersetOf({"run_uuid", "point", "identity"}))
        << view;
  for (const char* view : {"runs", "run_starts", "notes", "environments", "sources", "run_texts", "campaigns", "tags"})
    EXPECT_THAT(reader.query(std::string("SELECT * FROM ") + view + " LIMIT 0").columns, Contains("run_uuid")) << view;
}

TEST_F(ViewsOfLedger, AreEmptyInColumnsThatAPageNamesAndTheLedgerLacks) {
  write_run(1);
  LedgerReader reader = read_latest();
  EXPECT_THAT(reader.query_of_page("SELECT p.nobody_measured, time_us FROM point AS p").rows,
              ElementsAre(Row{kNull, 149.0}));
  EXPECT_THAT(reader.query("SELECT reason, name FROM empty_reason WHERE place = 2").rows,
              ElementsAre(Row{"not recorded in this ledger", "nobody_measured"}));
  EXPECT_THAT(message_of([&] { reader.query_of_page("SELECT mistyped FROM runs"); }),
              testing::HasSubstr("no such column: mistyped"));
}

TEST_F(ViewsOfLedger, SayWhereCountersComeFrom) {
  write_run(1);
  EXPECT_EQ(text(read_latest(), "SELECT counter_source FROM point"), "cupti");
}

TEST_F(ViewsOfLedger, SayWhyAMetricIsAbsentAndForHowManyPoints) {
  write_run(2);
  EXPECT_THAT(read_latest().query("SELECT name, reason, points FROM metric_reason").rows,
              ElementsAre(Row{"dram_bytes", "this chip has no such counter", std::int64_t{2}}));
}

TEST_F(ViewsOfLedger, SayWhyColumnsAreEmptyWhereNoPointHasANumber) {
  LedgerWriter writer(path(), kSchema);
  writer.begin_run(run_info());
  Result counted = result(0), other = result(1);
  counted.metrics = {{"ffma", 7, "operation", "cupti", ""}, {"dfma", {}, "operation", "cupti", "not on this chip"}};
  other.metrics = {{"ffma", {}, "operation", "cupti", "crashed"},
                   {"dfma", {}, "operation", "cupti", "not on this chip"}};
  writer.record(job(0), counted);
  writer.record(job(1), other);
  EXPECT_THAT(read_latest().query("SELECT reason, name FROM empty_reason").rows,
              ElementsAre(Row{"not on this chip", "dfma"}));
}

TEST_F(ViewsOfLedger, ShowTheSelectedRunsDeviceAndEnvironment) {
  write_run(1);
  const LedgerReader reader = read_latest();
  EXPECT_THAT(
      reader
          .query("SELECT name, chip, sm_count, l2_bytes, round(fp32_peak_gfma, 2), round(fp64_peak_gfma, 2), "
                 "round(dram_peak_gbs, 3) FROM device")
          .rows,
      ElementsAre(Row{"NVIDIA GeForce RTX 4090", "AD102", std::int64_t{128}, kNull, 41287.68, 645.12, 1008.096}));
  EXPECT_THAT(reader.query("SELECT * FROM environment ORDER BY name").rows,
              ElementsAre(Row{"driver", "580.1"}, Row{"runtime", "13.0"}));
  EXPECT_THAT(
      reader.query("SELECT experiment, outcome, seed, planned_points, recorded_points, ok_points FROM run_info").rows,
      ElementsAre(
          Row{"lsu-2024-hw01", "finished", "18446744073709551615", std::int64_t{2}, std::int64_t{1}, std::int64_t{1}}));
}

TEST_F(ViewsOfLedger, WorkOnALedgerWithoutAPoint) {
  write_run(0);
  EXPECT_TRUE(read_latest().query("SELECT time_us, insn_per_el, l2_pct_peak, resident_warps FROM point").rows.empty());
}

TEST_F(ViewsOfLedger, ReachOneRunThroughIndexesOnly) {
  write_run(2);
  const Table plan = read_latest().query(
      "EXPLAIN QUERY PLAN SELECT ordinal, d_l, time_us, l2_pct_peak, insn_per_el, sm_count FROM point ORDER BY "
      "ordinal");
  std::vector<std::string> steps;
  for (const Row& row : plan.rows) steps.push_back(std::get<std::string>(row.at(3)));
  EXPECT_THAT(steps, Contains("SEARCH p USING INDEX point_by_run (run=?)"));
  EXPECT_THAT(steps, Contains("SEARCH metric USING PRIMARY KEY (point=? AND kind=?)"));
  EXPECT_THAT(steps, Contains("SEARCH quantity USING PRIMARY KEY (configuration=? AND name=?)"));
  std::erase_if(steps, [](const std::string& step) { return step.ends_with("selected_run"); });  // at most one row
  EXPECT_THAT(steps, Not(Contains(AnyOf(StartsWith("SCAN"), StartsWith("MATERIALIZE"), StartsWith("USE TEMP")))));
}

TEST_F(ViewsOfLedger, OfTheSelectedRunReadNoOtherRunsPoints) {
  write_run(1);
  const LedgerReader reader = read_latest();
  const std::string this_run = " WHERE run = (SELECT run FROM run_info)";
  for (const std::string& sql :
       {std::string("SELECT time_us FROM point"),
        std::string("SELECT time_ns, time_us FROM samples JOIN point USING (point)"),
        "SELECT disturbance FROM disturbances" + this_run, "SELECT time_ns FROM samples" + this_run,
        "SELECT dram_bytes FROM explaining_counters" + this_run, std::string("SELECT * FROM metric_reason"),
        std::string("SELECT reason FROM stalls"), std::string("SELECT * FROM run_info"),
        std::string("SELECT kernel, name FROM sources WHERE run_uuid = (SELECT run_uuid FROM run_info)")})
    for (const Row& step : reader.query("EXPLAIN QUERY PLAN " + sql).rows)
      EXPECT_THAT(std::get<std::string>(step.back()),
                  Not(testing::ContainsRegex("^SCAN (p|t|main.point|main.timing)( |$)")))
          << sql;
}

TEST_F(ViewsOfLedger, OfRunsDoNotLookUpHowEachEndedUnlessAsked) {
  write_run(1);
  const auto looks_at_ends = [reader = read_latest()](const std::string& columns) {
    const Table plan = reader.query("EXPLAIN QUERY PLAN SELECT " + columns + " FROM runs ORDER BY started_utc LIMIT 1");
    return std::ranges::any_of(plan.rows, [](const Row& step) {
      return std::get<std::string>(step.back()).find("run_start") != std::string::npos;
    });
  };
  EXPECT_FALSE(looks_at_ends("run, run_uuid, experiment, device_name"));
  EXPECT_TRUE(looks_at_ends("run, outcome"));
}

}  // namespace
}  // namespace warpledger
