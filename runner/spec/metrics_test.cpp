#include "spec/metrics.h"

#include <gmock/gmock.h>

#include "spec/library_fixture.h"

namespace warpledger {
namespace {

std::vector<std::string> selected(const std::vector<std::string>& names) {
  const TemporaryLibrary files;
  std::vector<std::string> found;
  for (const MetricRequest& metric : select_metrics(load_metric_groups(files.library()), names))
    found.push_back(metric.name);
  return found;
}

TEST(MetricGroups, KeepTheOrderOfCountersAndTheirScale) {
  const TemporaryLibrary files;
  const std::vector<MetricGroup> groups = load_metric_groups(files.library());
  ASSERT_EQ(groups.size(), 1);
  const MetricRequest& bytes = groups[0].metrics.at(0);
  EXPECT_EQ(bytes.unit, "byte");
  ASSERT_EQ(bytes.choices.size(), 2);
  EXPECT_EQ(bytes.choices[0].counter, "lts__t_sectors_op_read.sum");
  EXPECT_EQ(bytes.choices[0].scale, 32);
  EXPECT_EQ(bytes.choices[1].counter, "l1tex__read_bytes.sum");
  EXPECT_EQ(bytes.choices[1].scale, 1);
}

TEST(MetricGroups, KnowWhatACounterLeavesOut) {
  const TemporaryLibrary files;
  files.write("metrics/reads.yaml",
              "group: reads\nabout: A test.\nmetrics:\n  l2_read:\n    about: r\n    unit: byte\n    counters:\n"
              "      - {counter: 32 * l1tex__misses.sum, without: [smsp__ldgsts.sum, smsp__local.sum]}\n"
              "      - {counter: l1tex__read.sum, without: smsp__atoms.sum}\n");
  const MetricRequest metric =
      select_metrics(load_metric_groups(files.library()), std::vector<std::string>{"l2_read"}).at(0);
  EXPECT_EQ(metric.choices.at(0), (CounterChoice{"l1tex__misses.sum", 32, {"smsp__ldgsts.sum", "smsp__local.sum"}}));
  EXPECT_EQ(metric.choices.at(1), (CounterChoice{"l1tex__read.sum", 1, {"smsp__atoms.sum"}}));
}

TEST(MetricGroups, RefuseWhatIsNoCounterAsLeftOut) {
  const TemporaryLibrary files;
  files.write("metrics/reads.yaml",
              "group: reads\nabout: A test.\nmetrics:\n  l2_read:\n    about: r\n    unit: byte\n    counters:\n"
              "      - {counter: l1tex__misses.sum, without: spills}\n");
  EXPECT_EQ(files.message([&] { load_metric_groups(files.library()); }),
            R"text(metrics/reads.yaml:8:47: 'spills' is not a counter
        - {counter: l1tex__misses.sum, without: spills}
                                                ^
hint: write unit__name.rollup)text");
}

std::string write_modelled(const TemporaryLibrary& files, const std::string& model) {
  files.write(
      "metrics/reads.yaml",
      "group: reads\nabout: A test.\nmetrics:\n  l2_read:\n    about: r\n    unit: byte\n    counters: [a__b.sum]\n"
      "    model: " +
          model + "\n");
  return files.message([&] { load_metric_groups(files.library()); });
}

std::optional<ModelChoice> model_of(const std::string& model) {
  const TemporaryLibrary files;
  write_modelled(files, model);
  return select_metrics(load_metric_groups(files.library()), std::vector<std::string>{"l2_read"}).at(0).model;
}

TEST(MetricGroups, KnowWhatTheModelGivesAMetricFrom) {
  EXPECT_EQ(model_of("l1_hit_pct"), (ModelChoice{"l1_hit_pct", 1}));
  EXPECT_EQ(model_of("32 * l1_read_sectors"), (ModelChoice{"l1_read_sectors", 32}));
  const TemporaryLibrary files;
  EXPECT_EQ(load_metric_groups(files.library()).at(0).metrics.at(0).model, std::nullopt);
}

TEST(MetricGroups, RefuseAQuantityThatTheModelDoesNotGive) {
  const TemporaryLibrary files;
  EXPECT_THAT(write_modelled(files, "32 * l1_reads_sectors"),
              testing::StartsWith(R"text(metrics/reads.yaml:8:12: the memory model does not provide 'l1_reads_sectors'
      model: 32 * l1_reads_sectors
             ^
hint: did you mean 'l1_read_sectors'? allowed: global_load_requests, )text"));
  EXPECT_THAT(write_modelled(files, "time_us"), testing::HasSubstr("the memory model does not provide 'time_us'"));
  EXPECT_THAT(write_modelled(files, "32 *"), testing::HasSubstr("the memory model does not provide ''"));
}

TEST(SelectMetrics, TakesGroupsMetricsAndRawCountersEachOnce) {
  EXPECT_EQ(selected({"cycles", "traffic", "smsp__cycles_active.avg"}),
            (std::vector<std::string>{"cycles", "read_bytes", "smsp__cycles_active.avg"}));
}

TEST(SelectMetrics, RefusesACounterWithoutItsRollup) { EXPECT_THROW(selected({"smsp__cycles_active"}), Error); }

TEST(SelectMetrics, SuggestsTheNearestName) {
  try {
    selected({"cycle"});
    FAIL();
  } catch (const Error& error) {
    EXPECT_STREQ(error.what(),
                 "unknown metric 'cycle'\n"
                 "hint: did you mean 'cycles'? groups: traffic; `warpledger metrics` lists their metrics");
  }
}

TEST(FindMetricGroup, MakesAGroupOfAMetricAndOfARawCounter) {
  const TemporaryLibrary files;
  const std::vector<MetricGroup> groups = load_metric_groups(files.library());
  EXPECT_EQ(find_metric_group(groups, "cycles").about, "busy cycles");
  EXPECT_EQ(find_metric_group(groups, "cycles").members().size(), 1);
  EXPECT_EQ(find_metric_group(groups, "smsp__cycles_active.avg").members().at(0).choices,
            (std::vector<CounterChoice>{{"smsp__cycles_active.avg", 1}}));
}

TEST(RangeTime, IsInDurationsElapsedCyclesRatesAndSharesOfElapsedCycles) {
  EXPECT_TRUE(depends_on_range_time("gpu__time_duration.sum"));
  EXPECT_TRUE(depends_on_range_time("sm__cycles_elapsed.max"));
  EXPECT_TRUE(depends_on_range_time("dram__bytes.sum.per_second"));
  EXPECT_TRUE(depends_on_range_time("sm__throughput.avg.pct_of_peak_sustained_elapsed"));
  EXPECT_FALSE(depends_on_range_time("smsp__issue_active.avg.pct_of_peak_sustained_active"));
  EXPECT_FALSE(depends_on_range_time("l1tex__t_sector_hit_rate.pct"));
  EXPECT_FALSE(depends_on_range_time("dram__bytes.sum"));
}

}  // namespace
}  // namespace warpledger
