#include <gtest/gtest.h>

#include <limits>

#include "backend_cuda/counter_collector.h"

namespace warpledger {
namespace {

const CounterChoice kMisses{"l1tex__load_misses.sum", 32, {"smsp__ldgsts.sum", "smsp__local_loads.sum"}};
const CounterChoice kBytes{"l1tex__read_bytes.sum"};

class CountedMetrics : public testing::Test {
 protected:
  Metric read(const CounterValues& values) const { return counted_metrics(requests_, chosen_, values).at(0); }

  std::vector<MetricRequest> requests_ = {{"read", "byte", "", {kMisses, kBytes}}, {"loads", "request", "", {}}};
  std::vector<ChosenCounter> chosen_ = {{kMisses, ""}, {std::nullopt, "GH100 has none"}};
};

TEST_F(CountedMetrics, AreTheirCountersTimesTheScale) {
  const Metric metric = read({{"l1tex__load_misses.sum", 3}, {"smsp__ldgsts.sum", 0}, {"smsp__local_loads.sum", 0}});
  EXPECT_EQ(metric.value, 96);
  EXPECT_EQ(metric.unit, "byte");
  EXPECT_EQ(metric.source, "cupti");
}

TEST_F(CountedMetrics, AreAbsentWhereTheirCounterLeavesSomethingOut) {
  const Metric metric = read({{"l1tex__load_misses.sum", 3}, {"smsp__ldgsts.sum", 0}, {"smsp__local_loads.sum", 7}});
  EXPECT_FALSE(metric.value);
  EXPECT_EQ(metric.reason, "l1tex__load_misses.sum is incomplete for this kernel: smsp__local_loads.sum is 7");
}

TEST_F(CountedMetrics, AreAbsentWhereCuptiHasNoNumber) {
  const Metric metric = read({{"l1tex__load_misses.sum", std::numeric_limits<double>::quiet_NaN()},
                              {"smsp__ldgsts.sum", 0},
                              {"smsp__local_loads.sum", 0}});
  EXPECT_FALSE(metric.value);
  EXPECT_EQ(metric.reason, "CUPTI returned no value of l1tex__load_misses.sum for this launch");
}

TEST_F(CountedMetrics, KeepTheReasonOfAMetricThatNoCounterSupplies) {
  const CounterValues values = {{"l1tex__load_misses.sum", 3}, {"smsp__ldgsts.sum", 0}, {"smsp__local_loads.sum", 0}};
  EXPECT_EQ(counted_metrics(requests_, chosen_, values).at(1).reason, "GH100 has none");
}

TEST_F(CountedMetrics, AreCountedAgainOnlyWhereSomethingIsLeftOut) {
  EXPECT_TRUE(to_count_again(requests_, chosen_, {{"smsp__ldgsts.sum", 0}, {"smsp__local_loads.sum", 0}}).empty());
  EXPECT_EQ(to_count_again(requests_, chosen_, {{"smsp__ldgsts.sum", 1}, {"smsp__local_loads.sum", 0}}),
            std::vector<std::size_t>{0});
}

TEST_F(CountedMetrics, AreNotCountedAgainWithoutACounterThatAlwaysHolds) {
  requests_[0].choices = {kMisses};
  EXPECT_TRUE(to_count_again(requests_, chosen_, {{"smsp__ldgsts.sum", 1}, {"smsp__local_loads.sum", 0}}).empty());
}

TEST_F(CountedMetrics, AreCountedAgainByCountersThatAlwaysHold) {
  EXPECT_EQ(unconditional(requests_[0]).choices, std::vector<CounterChoice>{kBytes});
}

}  // namespace
}  // namespace warpledger
