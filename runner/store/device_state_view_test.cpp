#include "store/ledger_fixture.h"

namespace warpledger {
namespace {

class DeviceStateView : public LedgerTest {
 protected:
  LedgerReader with_points(const std::vector<std::vector<Metric>>& points) const {
    LedgerWriter writer(path(), kSchema);
    writer.begin_run(run_info());
    for (std::size_t i = 0; i < points.size(); ++i) {
      Result with = result(static_cast<std::int64_t>(i));
      with.metrics.insert(with.metrics.end(), points[i].begin(), points[i].end());
      writer.record(job(with.ordinal), with);
    }
    writer.end_run("finished", "");
    return read_latest();
  }

  static std::vector<Metric> state(double power_w, double temperature_c, double pstate) {
    return {{"power_w", power_w, "W", "attribute", ""},
            {"temperature_c", temperature_c, "C", "attribute", ""},
            {"memory_clock_mhz", 3201, "MHz", "attribute", ""},
            {"pstate", pstate, "1", "attribute", ""}};
  }
};

TEST_F(DeviceStateView, HasTheRangeOverThePoints) {
  const LedgerReader reader = with_points({state(454.6, 54, 0), state(412.4, 51, 0)});
  EXPECT_EQ(value(reader, "SELECT state FROM device_state"),
            Cell("412 to 455 W, 51 to 54 C, SM 2510 MHz, memory 3201 MHz, P0"));
  EXPECT_EQ(value(reader, "SELECT why_not FROM device_state"), Cell(kNull));
}

TEST_F(DeviceStateView, SaysWhyThereIsNone) {
  const LedgerReader reader = with_points({{{"power_w", std::nullopt, "W", "attribute", "no NVML"}}});
  EXPECT_EQ(value(reader, "SELECT state FROM device_state"), Cell("SM 2510 MHz"));
  EXPECT_EQ(value(reader, "SELECT why_not FROM device_state"), Cell("no NVML"));
}

TEST_F(DeviceStateView, OfOldRunsHasWhatTheyKept) {
  EXPECT_EQ(value(with_points({{}, {}}), "SELECT state FROM device_state"), Cell("SM 2510 MHz"));
}

}  // namespace
}  // namespace warpledger
