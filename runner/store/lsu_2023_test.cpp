// The views must reproduce the assignment's columns from raw counters, which follow from first principles or from other
// printed columns. Rounding leaves a range of raw counters; in `settled` rows all of it gives one figure.
#include "store/lsu_fixture.h"

namespace warpledger {
namespace {

class Lsu2023 : public LsuTest {
 protected:
  static double quantity(const PrintedRow& row, const std::string& name) {
    for (const Quantity& quantity : job_2023(row).quantities)
      if (quantity.name == name) return quantity.value;
    throw std::out_of_range(name);
  }

  static RoundedRange time_us(const PrintedRow& row) { return before_rounding(row.number("t_us"), 1); }

  static MeasuredRange exactly(const PrintedRow& row, const std::map<std::string, double>& counters) {
    return {{row.number("t_us"), counters}, {row.number("t_us"), counters}};
  }

  Agreement compare_2023(const Reconstruct& reconstruct, const std::string& column, const std::string& printed,
                         int decimals) const {
    return compare(printed_rows("lsu-2023-hw01.rtx4090"), job_2023, reconstruct, column, printed, decimals);
  }
};

/// Per output element of a warp: d_model weight loads, d_model loads of a word shared by all lanes, one store.
struct Accesses {
  double loads, stores, sectors, conflicts;
};

std::optional<Accesses> accesses_of(const PrintedRow& row, double d_model) {
  constexpr double kBroadcast = 1, kCoalesced = 4, kScattered = 32;  // sectors per warp request
  // Weights in the original order: the lanes are multiples of 128 bytes apart, in one bank.
  if (row.text("kernel") == "qkv_base")
    return Accesses{2 * d_model, 1, d_model * (kScattered + kBroadcast) + kCoalesced, 31 * d_model};
  if (row.text("kernel") == "qkv_base_w2")
    return Accesses{2 * d_model, 1, d_model * (kCoalesced + kBroadcast) + kCoalesced, 0};
  return std::nullopt;  // the assignment's other solutions are not published
}

TEST_F(Lsu2023, SwFollowsFromTheAddressesOfAWarp) {
  const auto sectors = [](const PrintedRow& row) -> std::optional<MeasuredRange> {
    const auto accesses = accesses_of(row, quantity(row, "d_model"));
    if (!accesses) return std::nullopt;
    return exactly(row, {{"global_load_requests", accesses->loads},
                         {"global_store_requests", accesses->stores},
                         {"global_load_sectors", accesses->sectors - 4},
                         {"global_store_sectors", 4}});
  };
  EXPECT_EQ(compare_2023(sectors, "sectors_per_request", "sw", 0), (Agreement{28, 28}));
}

TEST_F(Lsu2023, BxwFollowsFromTheAddressesOfAWarp) {
  const auto conflicts = [](const PrintedRow& row) -> std::optional<MeasuredRange> {
    const auto accesses = accesses_of(row, quantity(row, "d_model"));
    // The GPU counted fewer conflicts than the addresses cause: 11.4 to 14.8 of 15.5 for layer 1, 15.2 of 15.26 for
    // layer 0 at one warp.
    const bool counted_less = row.text("kernel") == "qkv_base" && (row.text("layer") == "1" || row.text("wp") == "1");
    if (!accesses || counted_less) return std::nullopt;
    return exactly(row, {{"global_load_requests", accesses->loads},
                         {"global_store_requests", accesses->stores},
                         {"global_bank_conflicts", accesses->conflicts}});
  };
  EXPECT_EQ(compare_2023(conflicts, "bank_conflicts_per_request", "bxw", 1), (Agreement{20, 20}));
}

TEST_F(Lsu2023, NRdFollowsFromThroughputAndTime) {
  const auto traffic = [](const PrintedRow& row) -> std::optional<MeasuredRange> {
    const RoundedRange t = time_us(row), gbs = before_rounding(row.number("l2_gbs"), 1);
    const double written = 4 * quantity(row, "elements");  // each output once
    const auto at = [&](double us, double rate) {
      return Measured{us, {{"l2_read_bytes", 1e3 * rate * us - written}, {"l2_write_bytes", written}}};
    };
    return MeasuredRange{at(t.least, gbs.least), at(t.most, gbs.most)};
  };
  EXPECT_EQ(compare_2023(traffic, "l2_read_norm", "n_rd", 0), (Agreement{42, 19}));
}

TEST_F(Lsu2023, NWrIsOneWhenEachOutputIsWrittenOnce) {
  const auto written = [](const PrintedRow& row) -> std::optional<MeasuredRange> {
    return exactly(row, {{"l2_write_bytes", 4 * quantity(row, "elements")}});
  };
  EXPECT_EQ(compare_2023(written, "l2_write_norm", "n_wr", 1), (Agreement{42, 42}));
}

TEST_F(Lsu2023, ThroughputFollowsFromNRdAndTime) {
  const auto traffic = [](const PrintedRow& row) -> std::optional<MeasuredRange> {
    const RoundedRange t = time_us(row), n_rd = before_rounding(row.number("n_rd"), 1);
    const double ideal = quantity(row, "ideal_read_bytes"), written = quantity(row, "ideal_write_bytes");
    const auto at = [&](double us, double n) {
      return Measured{us, {{"l2_read_bytes", n * ideal}, {"l2_write_bytes", written}}};
    };
    return MeasuredRange{at(t.most, n_rd.least), at(t.least, n_rd.most)};
  };
  EXPECT_EQ(compare_2023(traffic, "l2_gbs", "l2_gbs", 0), (Agreement{42, 1}));
}

TEST_F(Lsu2023, ItrCountsEachWarpInstructionForThirtyTwoThreads) {
  const auto instructions = [](const PrintedRow& row) -> std::optional<MeasuredRange> {
    return exactly(row, {{"inst_executed", row.number("insn_per_iter") * quantity(row, "fmas") / 32}});
  };
  EXPECT_EQ(compare_2023(instructions, "insn_per_fma", "insn_per_iter", 1), (Agreement{42, 42}));
}

}  // namespace
}  // namespace warpledger
