// Modelled numbers on the shipped pages, over real ledgers.
#include <gmock/gmock.h>

#include "base/file.h"
#include "report/report.h"
#include "store/lsu_fixture.h"

namespace warpledger {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

constexpr double kElements = 4718592;  // of every row of the 2024 assignment
constexpr double kIdealBytes = 4 * kElements;

class ModelPages : public LsuTest {
 protected:
  std::string page(const std::string& name, Format format = Format::text) const {
    const std::string path = std::string(WARPLEDGER_SOURCE_DIR) + "/reports/" + name + ".md";
    const LedgerReader ledger = read_latest();
    const Query query = [&](const std::string& sql) { return ledger.query(sql); };
    return render_report(read_file(path), path, query, {.format = format, .width = {80}});
  }

  /// norm_base<4> at one and at 32 warps, as a host models it that stands for an RTX 4090.
  void record_host_run() const {
    RunInfo info = run_on("rtx4090");
    info.device.backend = "host";
    LedgerWriter writer(path(), kSchema);
    writer.begin_run(info);
    for (const std::int64_t ordinal : {0, 1}) {
      Job point = job_2024(PrintedRow(
          {{"kernel", "norm_base<4>"}, {"wp", ordinal == 0 ? "1" : "32"}, {"n_l", "1179648"}, {"d_l", "4"}}));
      point.ordinal = ordinal;
      Result counted{.ordinal = ordinal, .timing = Timing{{{8e9, {}}}, "host steady clock", "max_relative_error"}};
      counted.metrics = modelled_counters(ordinal == 0 ? Confidence::good : Confidence::poor);
      writer.record(point, counted);
    }
    writer.end_run("finished", "");
  }

  static std::vector<Metric> modelled_counters(Confidence writes) {
    const double requests = kElements / 32;
    return {{"registers", 26, "register", "attribute", ""},
            {"dram_bytes", {}, "byte", "cupti", "host backend: no hardware counters"},
            modelled("global_load_requests", requests, requests, requests, Confidence::exact),
            modelled("global_store_requests", requests, requests, requests, Confidence::exact),
            modelled("global_bank_conflicts", 6 * requests, 0, 6 * requests, Confidence::good),
            modelled("l2_read_bytes", kIdealBytes, kIdealBytes, 2 * kIdealBytes, Confidence::good),
            modelled("l2_write_bytes", 2 * kIdealBytes, kIdealBytes, 4 * kIdealBytes, writes)};
  }
};

TEST_F(ModelPages, ShowAHostRunOf2024WithModelledCountersAndNoTimes) {
  record_host_run();
  const std::string text = page("lsu-2024-hw01");
  EXPECT_THAT(text, HasSubstr("Using GPU 0\n"
                              "\n"
                              "As in the assignment, PEAK and COMP/COMM count a fused multiply-add as one operation.\n"
                              "\n"
                              "This ran on the host. Its times (host steady clock) are not a GPU's and are left out,\n"
                              "and so are throughputs and bars, which need a GPU's times.\n"
                              "\n"
                              "Kernel (norm_base<4>).  Uses 26 registers.  n_l 1179648  d_l 4\n"
                              "        L2-Cache-\n"
                              "wp  BXW  N*R  N*W\n"
                              " 1 3.0~ 1.0~ 2.0~\n"
                              "32 3.0~ 1.0~ 2.0~\n"
                              "\n"
                              "~ modelled, or derived from modelled insn_per_el, bank_conflicts_per_request, "
                              "l2_read_norm, l2_write_norm\n"
                              "Modelled by memory model 1.0, profile ada.\n"
                              "\n"
                              "Empty on this page and left out: t/µs, I/el, L2-Cache %pk, L2-Cache GB/s, DRAM\n"
                              "GB/s, FP θ, Util: FP++ Insn-- L2**. Of this run: a host has no GPU times; no\n"
                              "dram_bytes: host backend: no hardware counters.\n"));
  EXPECT_THAT(text, HasSubstr("dram_bytes      2 host backend: no hardware counters\n"));
}

TEST_F(ModelPages, GiveCsvNumbersAndTheirSource) {
  record_host_run();
  EXPECT_THAT(page("lsu-2024-hw01", Format::csv),
              HasSubstr(",BXW~,L2-Cache N*R~,L2-Cache N*W~\nnorm_base<4>,1179648,4,26,1,1,3,1,2\n"));
}

TEST_F(ModelPages, ShowNoPrepareTimeOfTheHost) {
  RunInfo info = run_on("rtx4090");
  info.device.backend = "host";
  LedgerWriter writer(path(), kSchema);
  writer.begin_run(info);
  const Timing timing{{{32000, {}}}, "host steady clock", "max_relative_error"};
  writer.record(job_2023(PrintedRow({{"kernel", "qkv_base_w2"}, {"layer", "0"}, {"wp", "8"}})),
                {.timing = timing, .prepare_timing = timing});
  EXPECT_THAT(page("lsu-2023-hw01"), AllOf(HasSubstr("This ran on the host."), Not(HasSubstr("Preparing"))));
}

TEST_F(ModelPages, CompareTheModelWithTheCounters) {
  record(run_on("rtx4090"),
         {{job_2024(PrintedRow({{"kernel", "norm_base<4>"}, {"wp", "1"}, {"n_l", "1179648"}, {"d_l", "4"}})),
           {95, {{"l2_read_bytes", kIdealBytes}, {"l2_write_bytes", 1.25 * kIdealBytes}}}},
          {job_2024(PrintedRow({{"kernel", "norm_base<8>"}, {"wp", "32"}, {"n_l", "589824"}, {"d_l", "8"}})),
           {95, {{"l2_read_bytes", 4 * kIdealBytes}, {"l2_write_bytes", kIdealBytes}}}}});
  LedgerWriter writer(path(), kSchema);
  writer.claim_run("latest");
  for (const std::int64_t ordinal : {0, 1})
    writer.add_estimates(ordinal,
                         {modelled("l2_read_bytes", kIdealBytes, kIdealBytes, 2 * kIdealBytes, Confidence::good),
                          modelled("l2_write_bytes", kIdealBytes, kIdealBytes, kIdealBytes, Confidence::exact)});
  const std::string text = page("model-check");
  EXPECT_THAT(text, HasSubstr("Modelled by memory model 1.0 with profile ada.\n"
                              "\n"
                              "Errors by metric and confidence\n"
                              "                                          ---error %---\n"
                              "metric         confidence points compared   mean  worst inside outside\n"
                              "l2_read_bytes  good           2~       2~ 37.50~ 75.00~     1~      1~\n"
                              "l2_write_bytes exact          2~       2~ 10.00~ 20.00~     1~      1~\n"
                              "l2_read_norm   good           2~       2~ 37.50~ 75.00~     1~      1~\n"
                              "l2_write_norm  exact          2~       2~ 10.00~ 20.00~     1~      1~\n"));
  EXPECT_THAT(
      text,
      HasSubstr(
          "\nl2_read_norm [1], worst first\n"
          "instance     point     measured        lower     modelled        upper    difference       % confidence\n"
          "norm_base<8>     1           4~           1~           1~           2~           -3~ -75.00~ good\n"
          "norm_base<4>     0           1~           1~           1~           2~           +0~  +0.00~ good\n"));
  EXPECT_THAT(text, HasSubstr("Measurements outside of the model's bounds\n"));
}

}  // namespace
}  // namespace warpledger
