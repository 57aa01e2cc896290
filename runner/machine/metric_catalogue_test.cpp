#include "machine/metric_catalogue.h"

#include <gtest/gtest.h>

namespace warpledger {
namespace {

ListedMetrics traffic() {
  ListedMetrics listed{"traffic", "What moves.", {}, {}};
  listed.metrics = {{"read", "byte", "bytes read", {{"lts__read.sum", 32}, {"l1tex__read.sum"}}},
                    {"busy", "%", "share of the range", {{"dram__busy.avg.pct_of_peak_sustained_elapsed"}}}};
  listed.support = {
      {"GA100",
       2,
       {{.name = "read"}, {.name = "busy"}},
       {"l1tex__read.sum", "dram__busy.avg.pct_of_peak_sustained_elapsed"}},
      {"GB10B", 1, {{.name = "read"}, {.name = "busy", .reason = "GB10B has no DRAM"}}, {"lts__read.sum", ""}}};
  return listed;
}

using Row = std::vector<Cell>;

TEST(MetricTables, ShowEveryCounterWithItsScaleAndWhereItIsUsed) {
  const Table table = counters(traffic());
  EXPECT_EQ(table.columns, (std::vector<std::string>{"metric", "counter", "GA100", "GB10B"}));
  ASSERT_EQ(table.rows.size(), 3U);
  EXPECT_EQ(table.rows[0], (Row{"read", "32 * lts__read.sum", "", "used"}));
  EXPECT_EQ(table.rows[1], (Row{"", "l1tex__read.sum", "used", ""}));
}

TEST(MetricTables, ShowBehindTheCountersWhatTheModelGivesAMetricFrom) {
  ListedMetrics listed = traffic();
  listed.metrics[0].model = ModelChoice{"l1_read_sectors", 32};
  const Table table = counters(listed);
  ASSERT_EQ(table.rows.size(), 4U);
  EXPECT_EQ(table.rows[2], (Row{"", "model: 32 * l1_read_sectors", "", ""}));
  listed.metrics[0].model->scale = 1;
  EXPECT_EQ(counters(listed).rows[2].at(1), Cell("model: l1_read_sectors"));
}

TEST(MetricTables, SayHowManyPassesAndHowMuchAChipHas) {
  const std::vector<ListedMetrics> lists = {traffic()};
  const Table table = passes(lists);
  EXPECT_EQ(table.rows.at(0), (Row{"GA100", "2"}));
  EXPECT_EQ(table.rows.at(1), (Row{"GB10B", "1 (1 of 2)"}));
}

TEST(MetricTables, SayWhyAChipLacksAMetric) {
  EXPECT_EQ(absences(traffic()), std::vector<std::string>{"GB10B: busy is absent: GB10B has no DRAM"});
}

TEST(MetricTables, NameTheMetricsOfTheRangesTime) {
  EXPECT_EQ(metrics_of_range_time(traffic().metrics), std::vector<std::string>{"busy"});
}

TEST(MetricTables, FindCountersByNameAndMeaningWhateverTheCase) {
  const std::vector<ChipCounter> counters = {{"smsp__inst_executed.sum", "instruction", "# of warp instructions"},
                                             {"dram__bytes.sum", "byte", "# of bytes accessed in DRAM"}};
  EXPECT_EQ(matching(counters, "INST_").size(), 1U);
  EXPECT_EQ(matching(counters, "accessed").at(0).name, "dram__bytes.sum");
  EXPECT_EQ(matching(counters, "").size(), 2U);
  EXPECT_TRUE(matching(counters, "texture").empty());
}

TEST(MetricTables, ExplainARawCounterInOneLine) {
  EXPECT_EQ(line_of({"dram__bytes.sum", "byte", "# of bytes accessed in DRAM"}),
            "dram__bytes.sum [byte]: # of bytes accessed in DRAM");
  EXPECT_EQ(line_of({"gpu__time_duration.sum", "nanosecond", ""}),
            "gpu__time_duration.sum [nanosecond] (of the profiled range)");
}

}  // namespace
}  // namespace warpledger
