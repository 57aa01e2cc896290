// The views must reproduce the assignment's columns from raw counters, which follow from first principles or from other
// printed columns. Rounding leaves a range of raw counters; in `settled` rows all of it gives one figure.
#include <algorithm>

#include "store/lsu_fixture.h"

namespace warpledger {
namespace {

constexpr double kElements = 4718592;  // in every row: a quarter of the RTX 4090's L2
constexpr double kLeastBytes = 4 * kElements;

class Lsu2024 : public LsuTest {
 protected:
  /// FP θ is more precise than the printed microseconds, the fallback if it is illegible.
  static RoundedRange time_us(const PrintedRow& row) {
    if (!row.find("fp_theta")) return before_rounding(row.number("t_us"), 1);
    const RoundedRange theta = before_rounding(row.number("fp_theta"), 1);  // 2 operations per element, GFLOP/s
    return {2e-3 * kElements / theta.most, 2e-3 * kElements / theta.least};
  }

  /// Bytes relative to the ideal: from one access to one 32-byte sector per element.
  static RoundedRange norm(const PrintedRow& row, const std::string& column) {
    const RoundedRange printed = before_rounding(row.number(column), 0.1);
    return {std::max(printed.least, 1.0), std::min(printed.most, 8.0)};
  }

  static Measured traffic(double us, double n_r, double n_w) {
    return {us, {{"l2_read_bytes", n_r * kLeastBytes}, {"l2_write_bytes", n_w * kLeastBytes}}};
  }

  /// Bytes in both directions, from the throughput, relative to the ideal bytes of one.
  static RoundedRange both_ways(const PrintedRow& row) {
    const RoundedRange t = time_us(row), gbs = before_rounding(row.number("l2_gbs"), 1);
    return {1e3 * gbs.least * t.least / kLeastBytes, 1e3 * gbs.most * t.most / kLeastBytes};
  }

  Agreement compare_2024(const Reconstruct& reconstruct, const std::string& column, const std::string& printed,
                         int decimals) const {
    return compare(printed_rows("lsu-2024-hw01.rtx4090"), job_2024, reconstruct, column, printed, decimals);
  }
};

TEST_F(Lsu2024, FpThetaFollowsFromTheTime) {
  const auto time = [](const PrintedRow& row) -> std::optional<MeasuredRange> {
    if (!row.find("t_us")) return std::nullopt;
    const RoundedRange t = before_rounding(row.number("t_us"), 1);
    return MeasuredRange{{t.most, {}}, {t.least, {}}};
  };
  EXPECT_EQ(compare_2024(time, "2e-3 * elements_per_us", "fp_theta", 0), (Agreement{34, 11}));
}

TEST_F(Lsu2024, ThroughputFollowsFromTheNormalisedTraffic) {
  const auto bytes = [](const PrintedRow& row) -> std::optional<MeasuredRange> {
    const RoundedRange t = time_us(row), n_r = norm(row, "n_r"), n_w = norm(row, "n_w");
    return MeasuredRange{traffic(t.most, n_r.least, n_w.least), traffic(t.least, n_r.most, n_w.most)};
  };
  EXPECT_EQ(compare_2024(bytes, "l2_gbs", "l2_gbs", 0), (Agreement{44, 0}));
}

TEST_F(Lsu2024, PercentOfPeakFollowsFromTheThroughput) {
  const auto bytes = [](const PrintedRow& row) -> std::optional<MeasuredRange> {
    const RoundedRange gbs = before_rounding(row.number("l2_gbs"), 1);
    const auto at = [](double rate) { return Measured{1, {{"l2_read_bytes", 1e3 * rate}, {"l2_write_bytes", 0}}}; };
    return MeasuredRange{at(gbs.least), at(gbs.most)};
  };
  EXPECT_EQ(compare_2024(bytes, "l2_pct_peak", "pct_peak", 0), (Agreement{44, 43}));
}

TEST_F(Lsu2024, NrFollowsFromThroughputTimeAndNw) {
  const auto bytes = [](const PrintedRow& row) -> std::optional<MeasuredRange> {
    const RoundedRange both = both_ways(row), n_w = norm(row, "n_w");
    return MeasuredRange{traffic(1, both.least - n_w.most, n_w.most), traffic(1, both.most - n_w.least, n_w.least)};
  };
  EXPECT_EQ(compare_2024(bytes, "l2_read_norm", "n_r", 1), (Agreement{44, 4}));
}

TEST_F(Lsu2024, NwFollowsFromThroughputTimeAndNr) {
  const auto bytes = [](const PrintedRow& row) -> std::optional<MeasuredRange> {
    const RoundedRange both = both_ways(row), n_r = norm(row, "n_r");
    return MeasuredRange{traffic(1, n_r.most, both.least - n_r.most), traffic(1, n_r.least, both.most - n_r.least)};
  };
  EXPECT_EQ(compare_2024(bytes, "l2_write_norm", "n_w", 1), (Agreement{44, 5}));
}

TEST_F(Lsu2024, BxwFollowsFromTheAddressesOfAWarp) {
  const auto conflicts = [](const PrintedRow& row) -> std::optional<MeasuredRange> {
    // The lanes of a warp are d_l / grp_size words apart, so many share a bank. With more warps and larger distances
    // the GPU counts other conflicts.
    static const std::map<std::string, std::pair<double, double>> kKnown = {// conflicts, most warps
                                                                            {"norm_base<4>", {3, 1}},
                                                                            {"norm_group<4,2>", {1, 2}},
                                                                            {"norm_group<4,4>", {0, 4}}};
    const auto known = kKnown.find(row.text("kernel"));
    if (known == kKnown.end() || row.number("wp") > known->second.second) return std::nullopt;
    const double requests = kElements / 32;  // loads, and as many stores
    const Measured measured = {1,
                               {{"global_load_requests", requests},
                                {"global_store_requests", requests},
                                {"global_bank_conflicts", 2 * requests * known->second.first}}};
    return MeasuredRange{measured, measured};
  };
  EXPECT_EQ(compare_2024(conflicts, "bank_conflicts_per_request", "bxw", 1), (Agreement{6, 6}));
}

TEST_F(Lsu2024, DramThroughputFollowsFromTheBytesAndTheTime) {
  const auto bytes = [](const PrintedRow& row) -> std::optional<MeasuredRange> {
    const double us = time_us(row).least;
    const Measured measured = {us, {{"dram_bytes", 1e3 * us * row.number("dram_gbs")}}};
    return MeasuredRange{measured, measured};
  };
  EXPECT_EQ(compare_2024(bytes, "dram_gbs", "dram_gbs", 0), (Agreement{44, 44}));
}

TEST_F(Lsu2024, InstructionsAnElementCountEachWarpInstructionForThirtyTwoThreads) {
  const auto instructions = [](const PrintedRow& row) -> std::optional<MeasuredRange> {
    const Measured measured = {1, {{"inst_executed", row.number("insn_per_el") * kElements / 32}}};
    return MeasuredRange{measured, measured};
  };
  EXPECT_EQ(compare_2024(instructions, "insn_per_el", "insn_per_el", 1), (Agreement{41, 41}));
}

}  // namespace
}  // namespace warpledger
