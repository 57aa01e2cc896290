// Derived columns that no assignment prints.
#include "store/lsu_fixture.h"

namespace warpledger {
namespace {

using testing::ElementsAre;

/// A launch of qkv_strip_w2<512> on an RTX 4090: 2335.7 million multiply-adds.
class DerivedColumns : public LsuTest {
 protected:
  static PrintedRow launch() { return PrintedRow({{"kernel", "qkv_strip_w2"}, {"layer", "1"}, {"wp", "16"}}); }

  void record_on(const RunInfo& info, const Measured& measured) const {
    record(info, {{job_2023(launch()), measured}});
  }

  Row row(const std::string& columns, const std::string& view = "point") const {
    return read_latest().query("SELECT " + columns + " FROM " + view).rows.at(0);
  }
};

TEST_F(DerivedColumns, CompareTheTimeWithTheMultiplyAddPeak) {
  LedgerWriter writer(path(), kSchema);
  writer.begin_run(run_on("rtx4090"));
  // Twice the time at a peak of 41287.68 G multiply-adds per second, at half the nominal clock.
  const double time_ns = 2 * 2335703040 / 41287.68;
  writer.record(job_2023(launch()), {.timing = Timing{{{time_ns, 1260}}, "cuda event", "max_relative_error"}});
  EXPECT_THAT(row("round(fma_pct_peak, 9), round(fma_pct_at_clock, 9), round(fma_floor_us, 3)"),
              ElementsAre(50.0, 100.0, 56.571));
}

TEST_F(DerivedColumns, CompareTheTimeWithTheLargerOfItsFloors) {
  record_on(run_on("rtx4090"), {100, {}});
  // (3145728 + 6082560 + 18247680) B / 1008.096 GB/s = 27.255 µs; the multiply-adds take 56.571.
  EXPECT_THAT(row("round(dram_floor_us, 3), round(fma_floor_us, 3), round(floor_pct, 3)"),
              ElementsAre(27.255, 56.571, 56.571));
  RunInfo slow_memory = run_on("rtx4090");
  slow_memory.device.facts["memory_clock_khz"] = 1050100;
  record_on(slow_memory, {1000, {}});
  EXPECT_THAT(row("round(dram_floor_us, 2), round(floor_pct, 3)"), ElementsAre(272.55, 27.255));
}

TEST_F(DerivedColumns, DoNotGuessAFloorFromTheOtherOne) {
  RunInfo unknown_memory = run_on("rtx4090");
  unknown_memory.device.facts["memory_clock_khz"] = 0;
  record_on(unknown_memory, {100, {}});
  EXPECT_THAT(row("dram_floor_us, floor_pct"), ElementsAre(kNull, kNull));
}

TEST_F(DerivedColumns, GiveTheOccupancyOfTheBlocksThatFit) {
  record_on(run_on("rtx4090"), {100, {{"blocks_per_sm", 2}}});
  EXPECT_THAT(row("round(theoretical_occupancy_pct, 3)"), ElementsAre(66.667));  // 2 * 16 of 48 warps
}

TEST_F(DerivedColumns, TurnSharesOfTheProfiledRangeIntoThoseOfTheKernel) {
  record_on(run_on("rtx4090"), {20,
                                {{"range_ns", 100000},
                                 {"mem_busy_of_range_pct", 1},
                                 {"max_bandwidth_of_range_pct", 2},
                                 {"mem_pipes_busy_of_range_pct", 3},
                                 {"dram_throughput_of_range_pct", 4},
                                 {"memory_sol_of_range_pct", 5},
                                 {"compute_sol_of_range_pct", 6}}});
  EXPECT_THAT(row("round(mem_busy_pct), round(max_bandwidth_pct), round(mem_pipes_busy_pct), "
                  "round(dram_throughput_pct), round(memory_sol_pct), round(compute_sol_pct)"),
              ElementsAre(5.0, 10.0, 15.0, 20.0, 25.0, 30.0));
}

TEST_F(DerivedColumns, SayHowManySmsHaveWork) {
  LedgerWriter writer(path(), kSchema);
  writer.begin_run(run_on("rtx4090"));
  // 4 schedulers on 128 SMs have 51.2 million issue slots in 100 µs at 1000 MHz. A quarter was used, but half of those
  // on SMs with work.
  writer.record(job_2023(launch()), {.timing = Timing{{{100000, 1000}}, "cuda event", "max_relative_error"},
                                     .metrics = {{"inst_executed", 12.8e6, "instruction", "cupti", ""},
                                                 {"issue_active_pct", 50.0, "%", "cupti", ""}}});
  EXPECT_THAT(row("round(busy_sms_pct, 9)"), ElementsAre(50.0));
}

TEST_F(DerivedColumns, SayNothingOfAGpuWhenTheTimeIsAHosts) {
  RunInfo host = run_on("rtx4090");
  host.device.backend = "host";
  record_on(host, {20, {{"range_ns", 100000}, {"mem_busy_of_range_pct", 1}, {"ffma", 100}, {"fadd", 0}, {"fmul", 0}}});
  EXPECT_THAT(row("fma_pct_peak, fma_pct_at_clock, fma_floor_us, dram_floor_us, floor_pct, mem_busy_pct"),
              Row(6, kNull));
  EXPECT_THAT(row("gops, peak_gops, dram_roof_gops, dram_roof_pct", "roofline"), Row(4, kNull));
}

TEST_F(DerivedColumns, NameAKernelWithItsShapeButWithoutItsLaunch) {
  write_run(1);
  EXPECT_THAT(row("kernel_and_shape"), ElementsAre("norm_base d_l=32 n_l=147456"));
}

TEST_F(DerivedColumns, PutTheExecutedArithmeticUnderTheLowerRoof) {
  // 10000 G/s. 4 operations per byte of DRAM traffic allow 4032, 400 per byte of L2 traffic the peak.
  record_on(run_on("rtx4090"), {100,
                                {{"ffma", 6e8},
                                 {"fadd", 3e8},
                                 {"fmul", 1e8},
                                 {"dfma", 0},
                                 {"dadd", 0},
                                 {"dmul", 0},
                                 {"dram_bytes", 2.5e8},
                                 {"l2_read_bytes", 2e6},
                                 {"l2_write_bytes", 5e5}}});
  EXPECT_THAT(read_latest()
                  .query("SELECT precision, round(gops, 3), round(ops_per_dram_byte, 3), round(dram_roof_gops, 3), "
                         "round(dram_roof_pct, 2), round(l2_roof_gops, 2), round(l2_roof_pct, 2) FROM roofline")
                  .rows,
              ElementsAre(Row{"FP32", 10000.0, 4.0, 4032.384, 247.99, 41287.68, 24.22}));
}

TEST_F(DerivedColumns, HaveARowOfTheirOwnForDoublePrecision) {
  record_on(run_on("rtx4090"),
            {100, {{"ffma", 0}, {"fadd", 0}, {"fmul", 0}, {"dfma", 1e6}, {"dadd", 2e6}, {"dmul", 3e6}}});
  EXPECT_THAT(read_latest().query("SELECT precision, operations, round(peak_gops, 2) FROM roofline").rows,
              ElementsAre(Row{"FP32", 0.0, 41287.68}, Row{"FP64", 6e6, 645.12}));
}

TEST_F(DerivedColumns, PutTheWeightiestStallFirst) {
  record_on(run_on("rtx4090"), {100,
                                {{"stall_wait", 1.5},
                                 {"stall_long_scoreboard", 12},
                                 {"stall_selected", 99},  // an issuing warp does not wait
                                 {"inst_executed", 7}}});
  EXPECT_THAT(read_latest().query("SELECT reason, warps_per_issue, place FROM stalls ORDER BY place").rows,
              ElementsAre(Row{"long_scoreboard", 12.0, std::int64_t{1}}, Row{"wait", 1.5, std::int64_t{2}}));
}

}  // namespace
}  // namespace warpledger
