#include "calibrate/calibration.h"

#include <gmock/gmock.h>

#include <cmath>
#include <limits>

namespace warpledger {
namespace {

using testing::ElementsAre;
using testing::Pair;

double distance(const Setting& setting, const char* name, double target) {
  return std::abs(std::log(static_cast<double>(setting.at(name)) / target));
}

const std::vector<Tunable> kTwo = {{"cycles", 1, 1000, 1.25}, {"sets", 1, 64, 2}};

TEST(Calibration, FindsAMinimumAboveAndBelowItsStart) {
  const SettingError bowl = [](const Setting& s) { return distance(s, "cycles", 300) + distance(s, "sets", 2); };
  const Calibration fitted = descend({{"cycles", 100}, {"sets", 16}}, kTwo, 100, bowl);
  EXPECT_THAT(fitted.setting, ElementsAre(Pair("cycles", 305), Pair("sets", 2)));
  EXPECT_DOUBLE_EQ(fitted.error, std::log(305.0 / 300));
}

TEST(Calibration, ComesBackToAParameterThatAnotherOneDependsOn) {
  const SettingError valley = [](const Setting& s) {
    const double across = distance(s, "cycles", 20 * static_cast<double>(s.at("sets")));
    const double along = distance(s, "sets", 32);
    return across * across + 0.5 * along * along;
  };
  const Setting start = {{"cycles", 40}, {"sets", 2}};
  const Calibration fitted = descend(start, {kTwo[0], {"sets", 1, 64, 1.5}}, 1000, valley);
  EXPECT_GT(fitted.setting.at("cycles"), 40) << "which was the best one until the sets changed";
  EXPECT_LT(fitted.error, 0.2);
  EXPECT_GT(valley(start), 3);
}

TEST(Calibration, KeepsAStartThatNothingIsBetterThan) {
  const Setting start = {{"cycles", 100}, {"sets", 16}};
  const Calibration fitted = descend(start, kTwo, 100, [](const Setting&) { return 0.5; });
  EXPECT_EQ(fitted.setting, start);
  EXPECT_EQ(fitted.candidates, 5U) << "the start, and one above and one below for each parameter";
}

TEST(Calibration, AsksNoMoreSettingsThanAllowedAndNoneTwice) {
  std::map<Setting, int> asked;
  const SettingError bowl = [&](const Setting& s) {
    ++asked[s];
    return distance(s, "cycles", 900) + distance(s, "sets", 1);
  };
  EXPECT_EQ(descend({{"cycles", 10}, {"sets", 16}}, kTwo, 7, bowl).candidates, 7U);
  EXPECT_EQ(asked.size(), 7U);
  for (const auto& [setting, times] : asked) EXPECT_EQ(times, 1);
}

TEST(Calibration, StopsAfterARoundThatGainsUnderOnePercent) {
  const SettingError slope = [](const Setting& s) { return 100 - 1e-3 * static_cast<double>(s.at("sets")); };
  EXPECT_EQ(descend({{"sets", 16}}, {{"sets", 1, 64, 2}}, 100, slope).candidates, 3U) << "16, 32, 64";
}

TEST(Calibration, StepsByOneWhereTheFactorRoundsToTheSameAndStaysWithinTheLimits) {
  const SettingError less_is_better = [](const Setting& s) { return static_cast<double>(s.at("loads")); };
  EXPECT_EQ(descend({{"loads", 3}}, {{"loads", 2, 4, 1.25}}, 100, less_is_better).setting.at("loads"), 2);
  const SettingError more_is_better = [](const Setting& s) { return 1 / static_cast<double>(s.at("loads")); };
  EXPECT_EQ(descend({{"loads", 2}}, {{"loads", 2, 4, 1.1}}, 100, more_is_better).setting.at("loads"), 4);
}

TEST(Calibration, DoesNotGoWhereTheModelCannotBeRun) {
  const SettingError cliff = [](const Setting& s) {
    return s.at("cycles") > 130 ? std::numeric_limits<double>::infinity() : 1 / static_cast<double>(s.at("cycles"));
  };
  EXPECT_EQ(descend({{"cycles", 100}}, {kTwo[0]}, 100, cliff).setting.at("cycles"), 125);
}

using testing::ElementsAre;
using testing::IsEmpty;
using testing::Pair;

/// A point with two fitted metrics and one other.
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
