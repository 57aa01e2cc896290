// The pages for one group of metrics each, over a real ledger.
#include <gmock/gmock.h>

#include "base/text.h"
#include "report/report.h"
#include "store/lsu_fixture.h"

namespace warpledger {
namespace {

using testing::HasSubstr;

/// qkv_base_w2<32> at eight warps on an RTX 4090: 32 µs, counted in a range of 320 µs.
class GroupPages : public LsuTest {
 protected:
  std::string page(const std::string& name, const std::map<std::string, double>& counters,
                   const std::string& backend = "cuda") const {
    const PrintedRow row({{"kernel", "qkv_base_w2"}, {"layer", "0"}, {"wp", "8"}});
    RunInfo info = run_on("rtx4090");
    info.device.backend = backend;
    record(info, {{job_2023(row), {32, counters}}});
    const std::string path = std::string(WARPLEDGER_SOURCE_DIR) + "/reports/" + name + ".md";
    const LedgerReader ledger = read_latest();
    const Query query = [&](const std::string& sql) { return ledger.query(sql); };
    return render_report(read_file(path), path, query, {.format = Format::text, .width = 100});
  }
};

TEST_F(GroupPages, ShowTheHeadlineFiguresOfMemory) {
  EXPECT_THAT(page("memory", {{"range_ns", 320000},
                              {"dram_bytes", 16e6},
                              {"dram_throughput_of_range_pct", 5},
                              {"mem_busy_of_range_pct", 4},
                              {"max_bandwidth_of_range_pct", 6.5},
                              {"mem_pipes_busy_of_range_pct", 3},
                              {"memory_sol_of_range_pct", 7},
                              {"l1_hit_pct", 87.5},
                              {"l2_hit_pct", 60}}),
              HasSubstr("\nqkv_base_w2<32>\n"
                        "               ---DRAM--- -------Mem------- --Hits---\n"
                        "blocks wp t/µs  GB/s  %pk Busy Max BW Pipes   L1   L2  SOL\n"
                        "   128  8 32.0 500.0 50.0 40.0   65.0  30.0 87.5 60.0 70.0\n"));
}

TEST_F(GroupPages, ShowHowNearThePeaksAKernelComes) {
  EXPECT_THAT(
      page("speed-of-light", {{"range_ns", 320000}, {"compute_sol_of_range_pct", 3}, {"memory_sol_of_range_pct", 7}}),
      HasSubstr("blocks wp t/µs   SM memory\n"
                "   128  8 32.0 30.0   70.0\n"));
}

TEST_F(GroupPages, ShowTheArithmeticUnderItsRoofs) {
  EXPECT_THAT(page("roofline", {{"ffma", 91238400},
                                {"fadd", 0},
                                {"fmul", 0},
                                {"dfma", 0},
                                {"dadd", 0},
                                {"dmul", 0},
                                {"dram_bytes", 16e6},
                                {"l2_read_bytes", 8e6},
                                {"l2_write_bytes", 11.4e6}}),
              HasSubstr("                           -----DRAM----- ------L2-------\n"
                        "blocks wp FP   t/µs  Gop/s op/B roof    % op/B  roof    %\n"
                        "   128  8 FP32 32.0 2851.2 5.70 5749 49.6 4.70 24272 11.7\n"));
}

TEST_F(GroupPages, ShowTheOccupancyAndItsSchedulers) {
  EXPECT_THAT(page("occupancy", {{"registers", 40},
                                 {"static_shared_bytes", 0},
                                 {"blocks_per_sm", 6},
                                 {"achieved_occupancy_pct", 16.4},
                                 {"issue_active_pct", 30.1},
                                 {"no_eligible_pct", 69.9},
                                 {"active_warps", 1.98},
                                 {"eligible_warps", 0.41}}),
              HasSubstr("                                  --Occupancy-- -------Schedulers-------\n"
                        "blocks wp regs shared fit ac t/µs  most reached issue none hold eligible\n"
                        "   128  8   40      0   6  8 32.0 100.0    16.4  30.1 69.9 1.98     0.41\n"));
}

TEST_F(GroupPages, NameTheThreeWeightiestStalls) {
  EXPECT_THAT(page("stalls", {{"warp_latency_per_inst", 25.5},
                              {"stall_wait", 2.5},
                              {"stall_long_scoreboard", 12.5},
                              {"stall_lg_throttle", 6},
                              {"stall_barrier", 0.5}}),
              HasSubstr("                      ------------------waits for------------------\n"
                        "blocks wp t/µs cycles first                second          third\n"
                        "   128  8 32.0   25.5 long_scoreboard 12.5 lg_throttle 6.0 wait 2.5\n"));
}

TEST_F(GroupPages, LeaveWhatNeedsAGpuEmptyOnTheHost) {
  for (const char* name : {"memory", "speed-of-light", "roofline", "occupancy", "stalls"})
    EXPECT_THAT(
        page(name, {{"range_ns", 320000}, {"mem_busy_of_range_pct", 4}, {"ffma", 1}, {"dram_bytes", 16e6}}, "host"),
        AllOf(HasSubstr("\n   128  8 "), HasSubstr(" -")))
        << name;
}

}  // namespace
}  // namespace warpledger
