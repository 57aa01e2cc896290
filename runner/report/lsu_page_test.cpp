#include <gmock/gmock.h>

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "base/file.h"
#include "model/table.h"
#include "report/report.h"
#include "report/report_fixture.h"

using testing::HasSubstr;
using testing::Not;

namespace warpledger {
namespace {

// The shipped page, with the assignment's figures on an RTX 4090 as the ledger's answers.

constexpr double kElements = 4718592;
constexpr double kFmaPerUs = 41287.68e3;
constexpr double kL2BytesPerUs = 5160.96e3;

/// wp, t/µs, I/el, BXW, N*R, N*W, %pk, GB/s, DRAM GB/s, FP θ
using Figures = std::array<double, 10>;

Row row_of(const std::string& instance, double n_l, double d_l, std::int64_t registers, const Figures& figures) {
  const double time_us = figures[1];
  const std::vector<BarPart> bar = {{'+', 2 * kElements / kFmaPerUs / time_us},
                                    {'-', 14 * kElements / kFmaPerUs / time_us},
                                    {'*', 8 * kElements / kL2BytesPerUs / time_us}};
  Row row = {instance, n_l, d_l, registers, figures[0], figures[0]};
  constexpr std::array<const char*, 9> kFormats = {"%.0f", "%.1f", "%.1f", "%.1f", "%.1f",
                                                   "%.0f", "%.0f", "%.0f", "%.0f"};
  for (std::size_t i = 0; i < kFormats.size(); ++i) row.push_back(encode_number(kFormats.at(i), figures.at(i + 1)));
  row.push_back(encode_bar(bar));
  return row;
}

Table figures() {
  Table table{.columns = {"instance", "n_l", "d_l", "registers", "wp", "ac", "t/µs", "I/el", "BXW", "L2-Cache | N*R",
                          "L2-Cache | N*W", "L2-Cache | %pk", "L2-Cache | GB/s", "DRAM | GB/s", "FP θ",
                          "=== Util: FP++  Insn-- L2**  "}};
  for (const Figures& figures : std::initializer_list<Figures>{{1, 149, 4.4, 24.1, 1.0, 8.0, 22, 1136, 49, 63},
                                                               {2, 156, 4.4, 24.0, 1.0, 8.0, 21, 1088, 9, 60},
                                                               {4, 141, 4.4, 24.3, 1.0, 8.0, 23, 1202, 17, 67},
                                                               {8, 142, 4.5, 24.9, 1.0, 8.0, 23, 1199, 17, 67},
                                                               {16, 144, 4.6, 26.2, 1.0, 8.0, 23, 1180, 15, 66},
                                                               {24, 147, 4.7, 26.6, 1.0, 8.0, 23, 1161, 10, 64},
                                                               {32, 174, 4.8, 23.4, 3.4, 8.0, 24, 1238, 13, 54}})
    table.rows.push_back(row_of("norm_base<32>", 147456, 32, 48, figures));
  for (const Figures& figures : std::initializer_list<Figures>{{1, 95, 10.5, 1.0, 1.0, 1.0, 8, 399, 19, 100},
                                                               {2, 48, 10.5, 1.0, 1.0, 1.0, 15, 785, 44, 196}})
    table.rows.push_back(row_of("norm_group<4,2>", 1179648, 4, 16, figures));
  return table;
}

Table device_header() {
  return {
      .columns = {"gpu", "name", "clock_ghz", "memory_mib", "l2_kib", "memory_gbs", "cc", "sm_count", "fp32_per_sm",
                  "fp64_per_sm", "threads_per_block", "shared_per_block_bytes", "shared_per_sm_bytes", "constant_bytes",
                  "registers_per_block", "sp_gflops", "dp_gflops", "sp_per_element", "dp_per_element"},
      .rows = {Row{std::int64_t{0}, std::string("NVIDIA GeForce RTX 4090"), encode_number("%.2f", 2.52),
                   std::int64_t{24207}, std::int64_t{73728}, encode_number("%.1f", 1008.096), std::string("8.9"),
                   std::int64_t{128}, std::int64_t{128}, std::int64_t{2}, std::int64_t{1024}, std::int64_t{49152},
                   std::int64_t{102400}, std::int64_t{65536}, std::int64_t{65536}, encode_number("%.0f", 41287.68),
                   encode_number("%.0f", 645.12), std::string("163.8"), std::string("  5.1")}}};
}

Query ledger(const Table& clocks, const Table& failures) {
  const Table run_info{
      .columns = {"run_uuid", "started_utc", "experiment", "tool_version", "planned_points", "recorded_points",
                  "ok_points"},
      .rows = {Row{std::string("0f3c"), std::string("2026-11-21T08:00:00.000Z"), std::string("lsu-2024-hw01"),
                   std::string("0.1.0"), std::int64_t{240}, std::int64_t{240}, std::int64_t{240}}}};
  return canned_query({{"FROM device_header", device_header()},
                       {"DISTINCT clock", clocks},
                       {"outcome = 'ok'", figures()},
                       {"outcome <> 'ok'", failures},
                       {"FROM metric_reason", {{"metric", "points", "reason"}, {}}},
                       {"FROM environment", {{"part", "value"}, {Row{std::string("driver"), std::string("580.95")}}}},
                       {"FROM device", {{"name"}, {Row{std::string("NVIDIA GeForce RTX 4090")}}}},
                       {"FROM run_info", run_info}});
}

const Table kNoFailures = {{"point", "instance", "n_l", "d_l", "wp", "outcome", "reason"}, {}};
const Table kGpuTimes = {{"clock"}, {}};

std::string report(Format format, const Query& query) {
  const std::string path = WARPLEDGER_SOURCE_DIR "/reports/lsu-2024-hw01.md";
  // 79 columns leave 33 characters for bars, as in the assignment.
  return render_report(read_file(path), path, query, {.format = format, .width = {79}});
}

TEST(LsuPage, PrintsTheAssignmentsDeviceHeader) {
  EXPECT_THAT(report(Format::text, ledger(kGpuTimes, kNoFailures)),
              HasSubstr("GPU 0: NVIDIA GeForce RTX 4090 @ 2.52 GHz WITH 24207 MiB GLOBAL MEM\n"
                        "GPU 0: L2: 73728 kiB   MEM<->L2: 1008.1 GB/s\n"
                        "GPU 0: CC: 8.9  SM: 128  SP-FP32/SM: 128  DP-FP64/SM: 2  TH/BL: 1024\n"
                        "GPU 0: SHARED: 49152 B/BL  102400 B/SM  CONST: 65536 B  # REGS: 65536\n"
                        "GPU 0: PEAK: 41288 SP GFLOPS  645 DP GFLOPS  COMP/COMM: 163.8 SP   5.1 DP\n"
                        "Using GPU 0\n"
                        "\n"
                        "As in the assignment, PEAK and COMP/COMM count a fused multiply-add as one operation.\n"));
}

TEST(LsuPage, PrintsTheAssignmentsTables) {
  EXPECT_THAT(report(Format::text, ledger(kGpuTimes, kNoFailures)),
              HasSubstr("\nKernel (norm_base<32>).  Uses 48 registers.  n_l 147456  d_l 32\n"
                        "                  ----L2-Cache---- DRAM\n"
                        "wp t/µs I/el  BXW N*R N*W %pk GB/s GB/s FP θ === Util: FP++  Insn-- L2**  ====\n"
                        " 1  149  4.4 24.1 1.0 8.0  22 1136   49   63 **\n"
                        " 2  156  4.4 24.0 1.0 8.0  21 1088    9   60 **\n"
                        " 4  141  4.4 24.3 1.0 8.0  23 1202   17   67 **\n"
                        " 8  142  4.5 24.9 1.0 8.0  23 1199   17   67 **\n"
                        "16  144  4.6 26.2 1.0 8.0  23 1180   15   66 **\n"
                        "24  147  4.7 26.6 1.0 8.0  23 1161   10   64 **\n"
                        "32  174  4.8 23.4 3.4 8.0  24 1238   13   54 *\n"
                        "\n"
                        "Kernel (norm_group<4,2>).  Uses 16 registers.  n_l 1179648  d_l 4\n"
                        "                  ----L2-Cache---- DRAM\n"
                        "wp t/µs I/el  BXW N*R N*W %pk GB/s GB/s FP θ === Util: FP++  Insn-- L2**  ====\n"
                        " 1   95 10.5  1.0 1.0 1.0   8  399   19  100 -**\n"
                        " 2   48 10.5  1.0 1.0 1.0  15  785   44  196 -****\n"));
}

TEST(LsuPage, CsvBeginsWithTheKernelAndItsSizes) {
  EXPECT_THAT(report(Format::csv, ledger(kGpuTimes, kNoFailures)),
              testing::StartsWith("instance,n_l,d_l,registers,wp,ac,t/µs,I/el,BXW,L2-Cache N*R,L2-Cache N*W,"
                                  "L2-Cache %pk,L2-Cache GB/s,DRAM GB/s,FP θ,Util: FP++  Insn-- L2**\n"
                                  "norm_base<32>,147456,32,48,1,1,149,4.4,24.1,1,8,22,1136,49,63,+0.002 -0.011"));
}

TEST(LsuPage, SaysThatHostTimesAreNoGpuTimes) {
  const std::string note =
      "This ran on the host. Its times (host steady clock) are not a GPU's and are left out,\n"
      "and so are throughputs and bars, which need a GPU's times.";
  const Table host = {{"clock"}, {Row{std::string("host steady clock")}}};
  EXPECT_THAT(report(Format::text, ledger(host, kNoFailures)), HasSubstr("\n\n" + note + "\n\nKernel"));
  EXPECT_THAT(report(Format::text, ledger(kGpuTimes, kNoFailures)), Not(HasSubstr("host")));
}

TEST(LsuPage, ListsPointsThatAreNotOkOnlyWhenThereAreAny) {
  Table failures = kNoFailures;
  failures.rows = {Row{std::int64_t{7}, std::string("norm_base<4>"), 1179648.0, 4.0, 32.0, std::string("incorrect"),
                       std::string("l_out[5]: got 1, expected 0.5")}};
  EXPECT_THAT(report(Format::text, ledger(kGpuTimes, failures)),
              HasSubstr("Points that are not ok\n"
                        "point instance         n_l d_l wp outcome   reason\n"
                        "    7 norm_base<4> 1179648   4 32 incorrect l_out[5]: got 1, expected 0.5\n"));
  EXPECT_THAT(report(Format::text, ledger(kGpuTimes, kNoFailures)),
              AllOf(Not(HasSubstr("not ok")), Not(HasSubstr("how the point ended"))));
}

TEST(LsuPage, EndsWithTheMeaningOfItsColumns) {
  const std::string text = report(Format::text, ledger(kGpuTimes, kNoFailures));
  EXPECT_THAT(text, HasSubstr("\nColumns\n-------\n\ncolumn"));
  EXPECT_THAT(text, HasSubstr("\nL2-Cache N*R"));
}

}  // namespace
}  // namespace warpledger
