// What the shipped files of metrics/ cost and lack on the chips of the labs, asked of CUPTI without a GPU.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdio>

#include "backend_cuda/counter_plan.h"
#include "base/text.h"
#include "spec/metrics.h"

namespace warpledger {
namespace {

using Names = std::vector<std::string>;

std::vector<MetricRequest> shipped(const Names& names) {
  static const std::vector<MetricGroup> groups = load_metric_groups(Library({WARPLEDGER_SOURCE_DIR}));
  return select_metrics(groups, names);
}

class ShippedMetrics : public testing::TestWithParam<std::string> {
 protected:
  CounterPlan plan(const Names& names) const {
    const std::vector<MetricRequest> requests = shipped(names);
    CounterPlan plan = plan_counters(GetParam(), requests);
    std::printf("%s: %s: passes: %d\n", GetParam().c_str(), join(names).c_str(), plan.passes);
    return plan;
  }

  Names absent_of(const std::string& group) const {
    const std::vector<MetricRequest> requests = shipped({group});
    const CounterPlan found = plan({group});
    Names absent;
    for (std::size_t i = 0; i < requests.size(); ++i)
      if (!found.counters[i].choice) absent.push_back(requests[i].name);
    return absent;
  }

  bool is(const char* chip) const { return GetParam() == chip; }
};

TEST_P(ShippedMetrics, OfBothAssignmentsTakeTwoPassesTogether) { EXPECT_LE(plan({"lsu-2023", "lsu-2024"}).passes, 2); }

TEST_P(ShippedMetrics, OfThe2024AssignmentTakeTwoPasses) { EXPECT_EQ(plan({"lsu-2024"}).passes, 2); }

TEST_P(ShippedMetrics, OfOccupancyTakeOnePassAndOfTheRooflineTwo) {
  EXPECT_EQ(plan({"occupancy"}).passes, 1);
  EXPECT_EQ(plan({"roofline"}).passes, 2);
}

TEST_P(ShippedMetrics, HaveACounterOnEachChipButSomeStalls) {
  for (const char* group :
       {"lsu-2023", "lsu-2024", "memory", "occupancy", "roofline", "speed-of-light", "shared", "atomics", "divergence"})
    EXPECT_THAT(absent_of(group), testing::IsEmpty()) << group;
  Names absent_stalls;
  if (!is("GH100")) absent_stalls.push_back("stall_gmma");
  if (is("GB100") || is("GB202")) absent_stalls.push_back("stall_imc_miss");
  EXPECT_EQ(absent_of("stalls"), absent_stalls);
}

TEST_P(ShippedMetrics, NameBankConflictsAsTheChipDoes) {
  // From compute capability 9.0 on, distributed shared memory counts too and the counter has another name.
  const bool before_90 = is("GA100") || is("GA102") || is("AD102");
  EXPECT_EQ(plan({"global_bank_conflicts"}).counters.at(0).choice->counter,
            before_90 ? "l1tex__data_bank_conflicts_pipe_lsu_mem_global.sum"
                      : "l1tex__data_bank_conflicts_pipe_lsu_mem_gds.sum");
}

INSTANTIATE_TEST_SUITE_P(Chips, ShippedMetrics, testing::Values("GA100", "GA102", "AD102", "GH100", "GB100", "GB202"));

TEST(ShippedMetric, ThatIsOfTheRangesTimeSaysSoInItsName) {
  for (const MetricGroup& group : load_metric_groups(Library({WARPLEDGER_SOURCE_DIR}))) {
    for (const MetricRequest& metric : group.metrics) {
      const bool named = metric.name.find("range") != std::string::npos;
      for (const CounterChoice& choice : metric.choices)
        EXPECT_EQ(depends_on_range_time(choice.counter), named) << metric.name << ": " << choice.counter;
    }
  }
}

}  // namespace
}  // namespace warpledger
