// The pages for one group of metrics each, over a real ledger.
#include <fmt/format.h>
#include <gmock/gmock.h>

#include <filesystem>
#include <set>

#include "base/file.h"
#include "report/report.h"
#include "spec/family.h"
#include "spec/metrics.h"
#include "store/lsu_fixture.h"

namespace warpledger {
namespace {

using testing::HasSubstr;
using testing::Not;

/// qkv_base_w2<32> at eight warps on an RTX 4090: 32 µs, counted in a range of 320 µs.
class GroupPages : public LsuTest {
 protected:
  std::string page(const std::string& name, const std::map<std::string, double>& counters,
                   const std::string& backend = "cuda", Format format = Format::text) const {
    const PrintedRow row({{"kernel", "qkv_base_w2"}, {"layer", "0"}, {"wp", "8"}});
    RunInfo info = run_on("rtx4090");
    info.device.backend = backend;
    record(info, {{job_2023(row), {32, counters}}});
    return rendered(name, format);
  }

  /// The page about the newest run.
  std::string rendered(const std::string& name, Format format) const {
    const std::string path = std::string(WARPLEDGER_SOURCE_DIR) + "/reports/" + name + ".md";
    const LedgerReader ledger = read_latest();
    const Query query = [&](const std::string& sql) { return ledger.query(sql); };
    return render_report(read_file(path), path, query, {.format = format, .width = {100}});
  }

  /// `job` with all columns that a shipped page may ask for: every further parameter of every family and every metric
  /// is 1.
  static std::pair<Job, Measured> with_every_column(Job job) {
    const Library library({WARPLEDGER_SOURCE_DIR});
    std::set<std::string> taken;
    for (const Quantity& quantity : job.quantities) taken.insert(quantity.name);
    for (const std::string& family : library.families())
      for (const Parameter& parameter : load_family(library, family).parameters)
        if (taken.insert(parameter.name).second)
          job.quantities.push_back({Quantity::Kind::parameter, parameter.name, 1});
    Measured measured{32, {}};
    for (const MetricGroup& group : load_metric_groups(library))
      for (const MetricRequest& metric : group.metrics) measured.counters[metric.name] = 1;
    return {job, measured};
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

/// 2851.2 Gop/s at 5.70 operations a byte of DRAM, 4.70 a byte of L2.
std::map<std::string, double> arithmetic() {
  return {{"ffma", 91238400},
          {"fadd", 0},
          {"fmul", 0},
          {"dfma", 0},
          {"dadd", 0},
          {"dmul", 0},
          {"dram_bytes", 16e6},
          {"l2_read_bytes", 8e6},
          {"l2_write_bytes", 11.4e6}};
}

TEST_F(GroupPages, ShowTheArithmeticUnderItsRoofs) {
  EXPECT_THAT(page("roofline", arithmetic()), HasSubstr("                           -----DRAM----- ------L2-------\n"
                                                        "blocks wp FP   t/µs  Gop/s op/B roof    % op/B  roof    %\n"
                                                        "   128  8 FP32 32.0 2851.2 5.70 5749 49.6 4.70 24272 11.7\n"));
}

TEST_F(GroupPages, DrawTheArithmeticUnderItsRoofs) {
  const std::string html = page("roofline", arithmetic(), "cuda", Format::html);
  EXPECT_THAT(html, HasSubstr("<figcaption>FP32 under the roof of DRAM</figcaption>\n"
                              "<script type=\"application/json\">{\"events\":[],\"kind\":\"roofline\",\"limits\":["
                              "{\"name\":\"peak, Gop/s: 41288\",\"role\":\"roof\""));
  EXPECT_THAT(html, HasSubstr("{\"name\":\"DRAM peak, GB/s: 1008\",\"role\":\"slope\""));
  EXPECT_THAT(html, HasSubstr("op/B: 5.70\\nGop/s: 2851.2"));
  EXPECT_THAT(html, HasSubstr("op/B: 4.70\\nGop/s: 2851.2"));
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

TEST_F(GroupPages, LeaveWhatNeedsAGpuOutOnTheHost) {
  for (const char* name : {"memory", "speed-of-light", "roofline", "occupancy", "stalls"})
    EXPECT_THAT(
        page(name, {{"range_ns", 320000}, {"mem_busy_of_range_pct", 4}, {"ffma", 1}, {"dram_bytes", 16e6}}, "host"),
        AllOf(HasSubstr("\n   128  8 "), HasSubstr("left out: "), HasSubstr("no GPU times")))
        << name;
}

TEST_F(GroupPages, DrawNothingOnTheHostThatNeedsAGpu) {
  EXPECT_THAT(page("roofline", arithmetic(), "host", Format::html), Not(HasSubstr("<figure>")));
}

TEST_F(GroupPages, EveryShippedPageIsHtmlToo) {
  const PrintedRow of_2023({{"kernel", "qkv_base_w2"}, {"layer", "0"}, {"wp", "8"}});
  record(run_on("rtx4090"), {with_every_column(job_2023(of_2023))});
  int pages = 0;
  for (const auto& entry : std::filesystem::directory_iterator(WARPLEDGER_SOURCE_DIR "/reports")) {
    const std::string name = entry.path().stem();
    EXPECT_THAT(rendered(name, Format::html), HasSubstr("</html>")) << name;
    ++pages;
  }
  EXPECT_GT(pages, 8);
}

TEST_F(GroupPages, OverTimeHaveTheNewest365RunsHoweverManyThereAre) {
  const auto began = [](int run) { return fmt::format("2025-01-01T{:02}:{:02}:00.000Z", run / 60, run % 60); };
  for (int run = 0; run < 366; ++run) {
    RunInfo info = run_info();
    info.started_utc = began(run);
    write_run(1, info);
  }
  for (const Format format : {Format::csv, Format::html})
    EXPECT_THAT(rendered("over-time", format),
                AllOf(HasSubstr(began(365)), HasSubstr(began(1)), Not(HasSubstr(began(0)))));
}

}  // namespace
}  // namespace warpledger
