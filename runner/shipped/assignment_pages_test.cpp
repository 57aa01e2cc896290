// The pages of the LSU assignments over real ledgers, to the letter of what the assignments print.
#include <gmock/gmock.h>

#include <algorithm>
#include <sstream>

#include "base/file.h"
#include "report/report.h"
#include "store/lsu_fixture.h"

namespace warpledger {
namespace {

using testing::HasSubstr;
using testing::Not;

class AssignmentPages : public LsuTest {
 protected:
  /// A shipped page about the newest run, in a terminal of `width` columns.
  std::string page(const std::string& name, int width = 80) const {
    const std::string path = std::string(WARPLEDGER_SOURCE_DIR) + "/reports/" + name + ".md";
    const LedgerReader ledger = read_latest();
    const Query query = [&](const std::string& sql) { return ledger.query(sql); };
    return render_report(read_file(path), path, query, {.format = Format::text, .width = {width}});
  }

  /// The page about a run of one point on that device.
  std::string page_of_2023(const RunInfo& info) const {
    record(info, {{job_2023(printed_rows("lsu-2023-hw01.rtx4090").at(0)), {}}});
    return page("lsu-2023-hw01");
  }
  std::string page_of_2024(const RunInfo& info) const {
    record(info, {{job_2024(printed_rows("lsu-2024-hw01.rtx4090").at(0)), {}}});
    return page("lsu-2024-hw01");
  }

  /// Records each row of testdata/`rows`.csv with its time and a value for every other column.
  std::vector<PrintedRow> record_times(const std::string& rows, MakeJob make_job) const {
    std::vector<PrintedRow> printed = printed_rows(rows);
    std::vector<std::pair<Job, Measured>> points;
    for (const PrintedRow& row : printed) points.emplace_back(make_job(row), Measured{time_us(row), kCounted});
    record(run_on("rtx4090"), points);
    return printed;
  }

  /// Of no meaning: a column without a value would be left out, and the bars were longer.
  static inline const std::map<std::string, double> kCounted = {
      {"inst_executed", 1},         {"issue_active_pct", 1},
      {"global_load_requests", 1},  {"global_store_requests", 1},
      {"global_load_sectors", 1},   {"global_store_sectors", 1},
      {"global_bank_conflicts", 1}, {"l2_read_bytes", 1},
      {"l2_write_bytes", 1},        {"dram_bytes", 1}};

  /// Where the 2024 time cannot be read, FP θ tells it: 2 operations an element, GFLOP/s.
  static double time_us(const PrintedRow& row) {
    if (const auto time = row.find("t_us")) return *time;
    return 2e-3 * row.number("n_l") * row.number("d_l") / row.number("fp_theta");
  }
};

/// The last cell of the row of `warps` warps, in the table under the heading that begins with `heading`; the bar stands
/// behind `cells` others.
std::string bar_in(const std::string& page, const std::string& heading, const std::string& warps, int cells) {
  std::istringstream lines(page.substr(std::min(page.find(heading), page.size())));
  for (std::string line; std::getline(lines, line) && !line.empty();) {
    std::istringstream words(line);
    std::string word;
    words >> word;
    if (word != warps) continue;
    for (int i = 1; i < cells; ++i) words >> word;
    std::string bar;
    words >> bar;
    return bar;
  }
  return "no such row";
}

TEST_F(AssignmentPages, PrintTheHeaderOf2023) {
  EXPECT_THAT(page_of_2023(run_on("h100-pcie")),
              HasSubstr("GPU 0: NVIDIA H100 PCIe @ 1.75 GHz WITH 81089 MiB GLOBAL MEM\n"
                        "GPU 0: L2: 51200 kiB   MEM<->L2: 2039.0 GB/s\n"
                        "GPU 0: CC: 9.0  MP: 114  CC/MP: 128  DP/MP: 64  TH/BL: 1024\n"
                        "GPU 0: SHARED: 49152 B/BL  233472 B/MP  CONST: 65536 B  # REGS: 65536\n"
                        "GPU 0: PEAK: 25609 SP GFLOPS  12804 DP GFLOPS  COMP/COMM:  50.2 SP  50.2 DP\n"
                        "Using GPU 0\n"
                        "\n"
                        "As in the assignment, PEAK and COMP/COMM count a fused multiply-add as one operation.\n"));
}

TEST_F(AssignmentPages, PrintTheHeaderOf2024) {
  EXPECT_THAT(page_of_2024(run_on("rtx4090")),
              HasSubstr("GPU 0: NVIDIA GeForce RTX 4090 @ 2.52 GHz WITH 24207 MiB GLOBAL MEM\n"
                        "GPU 0: L2: 73728 kiB   MEM<->L2: 1008.1 GB/s\n"
                        "GPU 0: CC: 8.9  SM: 128  SP-FP32/SM: 128  DP-FP64/SM: 2  TH/BL: 1024\n"
                        "GPU 0: SHARED: 49152 B/BL  102400 B/SM  CONST: 65536 B  # REGS: 65536\n"
                        "GPU 0: PEAK: 41288 SP GFLOPS  645 DP GFLOPS  COMP/COMM: 163.8 SP   5.1 DP\n"
                        "Using GPU 0\n"));
}

TEST_F(AssignmentPages, PrintEitherGpuInEitherWording) {
  EXPECT_THAT(page_of_2023(run_on("rtx4090")), HasSubstr("GPU 0: CC: 8.9  MP: 128  CC/MP: 128  DP/MP: 2  TH/BL: 1024\n"
                                                         "GPU 0: SHARED: 49152 B/BL  102400 B/MP  "));
  EXPECT_THAT(page_of_2024(run_on("h100-pcie")),
              HasSubstr("GPU 0: CC: 9.0  SM: 114  SP-FP32/SM: 128  DP-FP64/SM: 64  TH/BL: 1024\n"
                        "GPU 0: SHARED: 49152 B/BL  233472 B/SM  "));
}

TEST_F(AssignmentPages, NumberTheGpuAsCudaDoes) {
  RunInfo second = run_on("h100-pcie");
  second.device.environment["device"] = "cuda:1";
  EXPECT_THAT(page_of_2023(second), AllOf(HasSubstr("GPU 1: NVIDIA H100 PCIe @"), HasSubstr("\nUsing GPU 1\n")));
  RunInfo host = run_on("h100-pcie");
  host.device.environment["device"] = "host:h100-pcie";
  EXPECT_THAT(page_of_2023(host), HasSubstr("\nUsing GPU 0\n"));
}

TEST_F(AssignmentPages, DoNotKnowPeaksWithoutAClock) {
  RunInfo zero = run_on("h100-pcie"), absent = zero;
  for (const char* clock : {"clock_khz", "memory_clock_khz"}) {
    zero.device.facts[clock] = 0;
    absent.device.facts.erase(clock);
  }
  for (const RunInfo& info : {zero, absent})
    for (const std::string& text : {page_of_2023(info), page_of_2024(info)})
      EXPECT_THAT(text, AllOf(HasSubstr(" PCIe @ n/a GHz WITH "), HasSubstr("MEM<->L2: n/a GB/s\n"),
                              HasSubstr("PEAK: n/a SP GFLOPS  n/a DP GFLOPS  COMP/COMM: n/a SP n/a DP\n")));
}

TEST_F(AssignmentPages, PrintTheLayersOf2023) {
  record_times("lsu-2023-hw01.rtx4090", job_2023);
  EXPECT_THAT(page("lsu-2023-hw01"), HasSubstr("\n"
                                               "Layer shape 0: smpls=300.  wds=99.  heads=4.  d_q=d_k=d_v=8.\n"
                                               "Layer shape 0: d_qkv=96.  d_model=32.  d_ws=29700\n"
                                               "Layer shape 0: w_qkv: 12 kiB  h_in: 3712 kiB\n"
                                               "Layer shape 1: smpls=30.  wds=99.  heads=8.  d_q=d_k=d_v=64.\n"
                                               "Layer shape 1: d_qkv=1536.  d_model=512.  d_ws=2970\n"
                                               "Layer shape 1: w_qkv: 3072 kiB  h_in: 5940 kiB\n"
                                               "\n"));
}

TEST_F(AssignmentPages, PrintATableOf2023) {
  // qkv_base_w2<512> at 32 warps, with counters that give what is printed of it.
  const auto rows = printed_rows("lsu-2023-hw01.rtx4090");
  const PrintedRow& row = rows.at(27);
  record(run_on("rtx4090"), {{job_2023(row),
                              {1558,
                               {{"inst_executed", 4.6 * 2335703040 / 32},
                                {"issue_active_pct", 15.2},
                                {"global_load_requests", 1024},
                                {"global_store_requests", 1},
                                {"global_load_sectors", 2560},
                                {"global_store_sectors", 4},
                                {"global_bank_conflicts", 0},
                                {"l2_read_bytes", 9354637000},
                                {"l2_write_bytes", 18247680}}}}});
  EXPECT_THAT(page("lsu-2023-hw01"),
              HasSubstr("\nKernel (qkv_base_w2<512>):\n"
                        "   --Insn-- --L1--- -- L1<->L2 ---\n"
                        "wp /itr   % SW  BXW N-Rd N-Wr GB/s  t/µs === Util: FP++  Insn-- Data**  =======\n"
                        "32  4.6  15  3  0.0 1014  1.0 6016  1558 *-----------\n"));
}

TEST_F(AssignmentPages, ShowTheResidentWarpsOf2023OnlyWhereTheyDiffer) {
  Job job = job_2023(printed_rows("lsu-2023-hw01.rtx4090").at(0));
  job.quantities.at(0).value = 384;  // blocks, three an SM
  record(run_on("rtx4090"), {{job, {487, {{"blocks_per_sm", 24}}}}});
  EXPECT_THAT(page("lsu-2023-hw01"), HasSubstr("\nwp ac  t/µs "));
  record_times("lsu-2023-hw01.rtx4090", job_2023);
  EXPECT_THAT(page("lsu-2023-hw01"), Not(HasSubstr("wp ac")));
}

TEST_F(AssignmentPages, TellWhatPreparingCostsApart) {
  LedgerWriter writer(path(), kSchema);
  writer.begin_run(run_on("rtx4090"));
  const PrintedRow row({{"kernel", "qkv_base_w2"}, {"layer", "0"}, {"wp", "8"}});
  std::int64_t ordinal = 0;
  for (const double prepare_ns : {2000.0, 2300.0}) {
    Job job = job_2023(row);
    job.ordinal = ordinal;
    writer.record(job, {.ordinal = ordinal,
                        .timing = Timing{{{32000, {}}}, "cuda event", "max_relative_error"},
                        .prepare_timing = Timing{{{prepare_ns, {}}}, "cuda event", "max_relative_error"}});
    ++ordinal;
  }
  EXPECT_THAT(page("lsu-2023-hw01"),
              HasSubstr("\n\nPreparing (qkv_base_w2<32>): 2.0 to 2.3 µs, not a part of t/µs.\n\n"));
}

// Where the bars of the assignments' text are longer than here, its conversion has shortened them.

TEST_F(AssignmentPages, DrawTheShortBarsOf2023) {
  record_times("lsu-2023-hw01.rtx4090", job_2023);
  const std::string text = page("lsu-2023-hw01");
  // Bars have 38 of 80 columns: what the heads of the other columns leave in the assignment too.
  for (const PrintedRow& row : printed_rows("lsu-2023-hw01.bars")) {
    const std::string heading = "Kernel (" + row.text("kernel") + (row.text("layer") == "0" ? "<32>" : "<512>") + ")";
    EXPECT_EQ(bar_in(text, heading, row.text("wp"), 9), row.text("bar")) << heading << " at " << row.text("wp");
  }
}

TEST_F(AssignmentPages, DrawTheShortBarsOf2024) {
  record_times("lsu-2024-hw01.rtx4090", job_2024);
  const std::string text = page("lsu-2024-hw01");
  for (const PrintedRow& row : printed_rows("lsu-2024-hw01.bars")) {
    const std::string heading = "Kernel (" + row.text("kernel") + ")";
    EXPECT_EQ(bar_in(text, heading, row.text("wp"), 10), row.text("bar")) << heading << " at " << row.text("wp");
  }
}

}  // namespace
}  // namespace warpledger
