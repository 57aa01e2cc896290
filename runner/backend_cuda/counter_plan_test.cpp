#include "backend_cuda/counter_plan.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <string>

#include "base/error.h"

namespace warpledger {
namespace {

const MetricRequest kInstructions = {"inst_executed", "instruction", "", {{"smsp__inst_executed.sum"}}};

// Each request's last counter shares passes.
const std::vector<MetricRequest> kPlainFirst = {
    {"loads",
     "request",
     "",
     {{"l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum"}, {"smsp__inst_executed_op_global_ld.sum"}}},
    {"stores",
     "request",
     "",
     {{"l1tex__t_requests_pipe_lsu_mem_global_op_st.sum"}, {"smsp__inst_executed_op_global_st.sum"}}},
    {"read", "byte", "", {{"l1tex__m_xbar2l1tex_read_bytes.sum"}, {"lts__t_sectors_srcunit_tex_op_read.sum", 32}}},
    {"written", "byte", "", {{"l1tex__m_l1tex2xbar_write_bytes.sum"}, {"lts__t_sectors_srcunit_tex_op_write.sum", 32}}},
    {"load_sectors", "sector", "", {{"l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum"}}},
    {"store_sectors", "sector", "", {{"l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum"}}},
};

std::vector<MetricRequest> first_choices_only(std::vector<MetricRequest> requests) {
  for (MetricRequest& request : requests) request.choices.resize(1);
  return requests;
}

class PlanOnChip : public ::testing::TestWithParam<std::string> {};

TEST_P(PlanOnChip, FindsTheCheapSetBehindPlainCounters) {
  const int plain = plan_counters(GetParam(), first_choices_only(kPlainFirst)).passes;
  const CounterPlan plan = plan_counters(GetParam(), kPlainFirst);
  std::printf("%s: %d passes, plain counters %d\n", GetParam().c_str(), plan.passes, plain);
  EXPECT_GE(plain, 5);
  EXPECT_LE(plan.passes, 2);
}

INSTANTIATE_TEST_SUITE_P(Chips, PlanOnChip, ::testing::Values("GA100", "GA102", "AD102", "GH100", "GB100", "GB202"));

TEST(CounterPlan, IsTheSameEachTime) {
  const CounterPlan first = plan_counters("AD102", kPlainFirst);
  const CounterPlan second = plan_counters("AD102", kPlainFirst);
  for (std::size_t i = 0; i < kPlainFirst.size(); ++i)
    EXPECT_EQ(first.counters[i].choice, second.counters[i].choice) << kPlainFirst[i].name;
}

TEST(CounterPlan, TakesTheEarlierOfCountersThatCostTheSame) {
  const std::vector<MetricRequest> requests = {{"m", "", "", {{"sm__inst_executed.sum"}, {"smsp__inst_executed.sum"}}}};
  EXPECT_EQ(plan_counters("GH100", requests).counters.at(0).choice->counter, "sm__inst_executed.sum");
}

TEST(CounterPlan, KeepsTheScaleOfTheChosenCounter) {
  const std::vector<MetricRequest> requests = {{"m", "", "", {{"nothing.sum"}, {"smsp__inst_executed.sum", 32}}}};
  EXPECT_EQ(plan_counters("GH100", requests).counters.at(0).choice, (CounterChoice{"smsp__inst_executed.sum", 32}));
}

std::string reason(const std::vector<CounterChoice>& choices) {
  const std::vector<MetricRequest> requests = {{"m", "", "", choices}};
  const CounterPlan plan = plan_counters("GH100", requests);
  EXPECT_FALSE(plan.counters.at(0).choice);
  EXPECT_EQ(plan.passes, 0);
  return plan.counters.at(0).reason;
}

TEST(CounterPlan, AMetricWithoutAnyKnownCounterNamesAllThatWereTried) {
  EXPECT_EQ(reason({{"l1tex__data_bank_conflicts_pipe_lsu_mem_global.sum"}, {"nothing.sum"}}),
            "GH100 has none of: l1tex__data_bank_conflicts_pipe_lsu_mem_global.sum, nothing.sum");
}

TEST(CounterPlan, AMisspeltCounterGetsTheNearestName) {
  EXPECT_EQ(reason({{"smsp__inst_exceuted.sum"}}),
            "GH100 has no counter 'smsp__inst_exceuted.sum'; nearest: smsp__inst_executed.sum");
}

TEST(CounterPlan, ACounterWithoutARollupIsToldWhichToAdd) {
  EXPECT_EQ(reason({{"smsp__inst_executed"}}),
            "counter 'smsp__inst_executed' has no rollup; did you mean 'smsp__inst_executed.sum'?");
}

TEST(CounterPlan, AnUnknownRollupIsNamed) {
  EXPECT_EQ(reason({{"smsp__inst_executed.total"}}),
            "GH100 has no counter 'smsp__inst_executed.total'; 'smsp__inst_executed' has no rollup '.total'");
}

TEST(CounterPlan, AMetricThatNamesNoCounterSaysSo) { EXPECT_EQ(reason({}), "metric 'm' names no counter"); }

TEST(CounterPlan, OneUnknownMetricDoesNotCostTheOthers) {
  const std::vector<MetricRequest> requests = {{"bad", "", "", {{"no_such.sum"}}}, kInstructions};
  const CounterPlan plan = plan_counters("GA100", requests);
  EXPECT_FALSE(plan.counters.at(0).choice);
  EXPECT_EQ(plan.counters.at(1).choice->counter, "smsp__inst_executed.sum");
  EXPECT_EQ(plan.passes, 1);
}

TEST(CounterPlan, AnUnknownChipIsAnErrorThatSuggestsOne) {
  try {
    plan_counters("GH10", {});
    FAIL() << "no Error";
  } catch (const Error& error) {
    EXPECT_EQ(error.problem(), "CUPTI knows no chip 'GH10'");
    EXPECT_THAT(error.hint(), ::testing::StartsWith("did you mean 'GH100'?"));
  }
}

TEST(ChipCounters, HaveANameThatCanBeCountedAUnitAndAMeaning) {
  const std::vector<ChipCounter> counters = chip_counters("GH100");
  EXPECT_GT(counters.size(), 1000U);
  const auto named = [&](const std::string& name) {
    return std::find_if(counters.begin(), counters.end(), [&](const auto& counter) { return counter.name == name; });
  };
  const auto instructions = named("smsp__inst_executed.sum");
  ASSERT_NE(instructions, counters.end());
  EXPECT_EQ(instructions->unit, "instruction");
  EXPECT_EQ(instructions->about, "# of warp instructions executed");
  ASSERT_NE(named("l1tex__t_sector_hit_rate.pct"), counters.end());
  EXPECT_EQ(named("l1tex__t_sector_hit_rate.pct")->unit, "percent");
  EXPECT_NE(named("sm__throughput.avg.pct_of_peak_sustained_elapsed"), counters.end());
  EXPECT_NE(named("smsp__average_warp_latency_per_inst_issued.ratio"), counters.end());
}

TEST(CounterPlan, KnowsTheChipsOfTheLabs) {
  EXPECT_THAT(known_chips(), ::testing::IsSupersetOf({"GA100", "GA102", "AD102", "GH100", "GB100", "GB202"}));
}

}  // namespace
}  // namespace warpledger
