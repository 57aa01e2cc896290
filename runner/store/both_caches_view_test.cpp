#include "store/ledger_fixture.h"

namespace warpledger {
namespace {

class BothCachesView : public LedgerTest {
 protected:
  LedgerReader with(const Metric& metric) const {
    LedgerWriter writer(path(), kSchema);
    writer.begin_run(run_info());
    Result with = result(0);
    with.metrics.push_back(metric);
    writer.record(job(0), with);
    writer.end_run("finished", "");
    return read_latest();
  }
};

TEST_F(BothCachesView, HasTheSamplesAndWhatStandsBesideThem) {
  const LedgerReader reader = with({"cold_time", 3000, "ns", "event", ""});
  EXPECT_EQ(value(reader, "SELECT cold_time_us FROM points"), Cell(3.0));
  EXPECT_EQ(value(reader, "SELECT warm_time_us = time_us FROM points"), Cell(std::int64_t{1}));
}

TEST_F(BothCachesView, LacksTheStateThatWasNotTimed) {
  const LedgerReader reader = with({"cold_time", std::nullopt, "ns", "event", "a host is timed in one cache state"});
  EXPECT_EQ(value(reader, "SELECT cold_time_us FROM points"), Cell(kNull));
  EXPECT_EQ(value(reader, "SELECT warm_time_us FROM points") == Cell(kNull), false);
}

}  // namespace
}  // namespace warpledger
