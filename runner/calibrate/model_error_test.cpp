#include <gmock/gmock.h>

#include "calibrate/calibration.h"

namespace warpledger {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::Pair;

/// A point that asks for three metrics: two that are fitted, and one that is not.
Job point(std::int64_t ordinal) {
  Job job;
  job.ordinal = ordinal;
  job.metrics = {{.name = "read", .model = ModelChoice{"l1_read_sectors", 32}},
                 {.name = "written", .model = ModelChoice{"l1_written_sectors", 32}},
                 {.name = "loads", .model = ModelChoice{"global_load_requests", 1}}};
  return job;
}

Metric modelled(const std::string& name, double value) { return {name, value, "byte", "model", "", Estimate{}}; }

TEST(ModelError, IsAShareOfTheLargerNumberAlsoWhereOneIsZero) {
  EXPECT_DOUBLE_EQ((MetricError{"x", 100, 75}).error(), 0.25);
  EXPECT_DOUBLE_EQ((MetricError{"x", 75, 100}).error(), 0.25);
  EXPECT_DOUBLE_EQ((MetricError{"x", 0, 5}).error(), 1);
  EXPECT_DOUBLE_EQ((MetricError{"x", 0, 0}).error(), 0);
}

TEST(ModelError, ComparesOnlyFittedMetricsThatWereCountedAndModelled) {
  const Measured measured = {{{3, "read"}, 64}, {{3, "loads"}, 7}, {{4, "written"}, 10}, {{4, "read"}, 1}};
  const Metric absent = {"read", {}, "byte", "model", "traced no access"};
  const Metric counted = {"written", 10, "byte", "cupti", ""};
  const std::vector<MetricError> both = compare(
      {point(3), point(4)}, {{modelled("read", 32), modelled("written", 9), modelled("loads", 1)}, {absent}}, measured);
  ASSERT_EQ(both.size(), 1U);
  EXPECT_EQ(both[0].metric, "read");
  EXPECT_EQ(both[0].measured, 64);
  EXPECT_EQ(both[0].modelled, 32);
  EXPECT_THAT(compare({point(4)}, {{counted}}, measured), IsEmpty()) << "not the model's";
}

TEST(ModelError, SumsUpEachMetricAndAllOfThem) {
  const std::vector<MetricError> all = {{"read", 4, 4}, {"read", 4, 2}, {"written", 10, 9}};
  const auto by_metric = errors_by_metric(all);
  ASSERT_THAT(by_metric, ElementsAre(Pair("read", testing::_), Pair("written", testing::_)));
  EXPECT_EQ(by_metric.at("read").points, 2U);
  EXPECT_DOUBLE_EQ(by_metric.at("read").mean, 0.25);
  EXPECT_DOUBLE_EQ(by_metric.at("read").worst, 0.5);
  EXPECT_DOUBLE_EQ(mean_error(all), 0.2);
}

}  // namespace
}  // namespace warpledger
