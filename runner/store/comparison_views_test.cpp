#include "store/ledger_fixture.h"

namespace warpledger {
namespace {

using testing::ElementsAre;

class ComparisonViews : public LedgerTest {
 protected:
  LedgerReader with_metrics(const std::vector<Metric>& metrics) const {
    Result with = result(0);
    with.metrics.insert(with.metrics.end(), metrics.begin(), metrics.end());
    LedgerWriter writer(path(), kSchema);
    writer.begin_run(run_info());
    writer.record(job(0), with);
    writer.end_run("finished", "");
    return read_latest();
  }
};

TEST_F(ComparisonViews, HaveARowForEachSampleWithItsClock) {
  write_run(1);
  EXPECT_THAT(read_latest().query("SELECT ordinal, sample, time_ns, sm_clock_mhz FROM samples").rows,
              ElementsAre(Row{std::int64_t{0}, std::int64_t{0}, 150000.0, 2500.0},
                          Row{std::int64_t{0}, std::int64_t{1}, 149000.0, kNull},
                          Row{std::int64_t{0}, std::int64_t{2}, 148000.0, 2520.0}));
}

TEST_F(ComparisonViews, SayWhatDisturbedAPoint) {
  const LedgerReader reader = with_metrics({{"throttled", 1, "flag", "attribute", ""},
                                            {"throttled_power", 1, "flag", "attribute", ""},
                                            {"other_gpu_processes", 2, "process", "attribute", ""}});
  EXPECT_EQ(value(reader, "SELECT disturbance FROM disturbances"),
            Cell("throttled by its power limit, other processes on the GPU"));
}

TEST_F(ComparisonViews, SayNothingOfAnUndisturbedPoint) {
  write_run(1);
  EXPECT_EQ(value(read_latest(), "SELECT disturbance FROM disturbances"), Cell(""));
}

TEST_F(ComparisonViews, HaveTheCountersThatExplainATime) {
  write_run(1);
  EXPECT_EQ(value(read_latest(), "SELECT registers FROM explaining_counters"), Cell(40.0));
  EXPECT_EQ(value(read_latest(), "SELECT dram_bytes FROM explaining_counters"), Cell(kNull));
}

}  // namespace
}  // namespace warpledger
