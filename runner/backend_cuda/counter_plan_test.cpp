#include "backend_cuda/counter_plan.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdio>
#include <set>
#include <string>

#include "base/error.h"

namespace warpledger {
namespace {

// The columns of the 2024 assignment, as in metrics/lsu-2024.yaml.
const std::vector<MetricRequest> kColumns = {
    {"inst_executed", "instruction", "", {{"smsp__inst_executed.sum"}}},
    {"global_load_requests",
     "request",
     "",
     {{"smsp__inst_executed_op_global_ld.sum"}, {"l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum"}}},
    {"global_store_requests",
     "request",
     "",
     {{"smsp__inst_executed_op_global_st.sum"}, {"l1tex__t_requests_pipe_lsu_mem_global_op_st.sum"}}},
    {"global_bank_conflicts",
     "conflict",
     "",
     {{"l1tex__data_bank_conflicts_pipe_lsu_mem_global.sum"}, {"l1tex__data_bank_conflicts_pipe_lsu_mem_gds.sum"}}},
    {"l2_read_bytes",
     "byte",
     "",
     {{"lts__t_sectors_srcunit_tex_op_read.sum", 32}, {"l1tex__m_xbar2l1tex_read_bytes.sum"}}},
    {"l2_write_bytes",
     "byte",
     "",
     {{"lts__t_sectors_srcunit_tex_op_write.sum", 32}, {"l1tex__m_l1tex2xbar_write_bytes.sum"}}},
    {"dram_bytes", "byte", "", {{"dram__bytes.sum"}}},
};

class ColumnsOnChip : public ::testing::TestWithParam<std::string> {
 protected:
  // From compute capability 9.0 on, distributed shared memory counts too and the counter has another name.
  static std::string bank_conflicts() {
    const std::set<std::string> before_90 = {"GA100", "GA102", "AD102"};
    return before_90.contains(GetParam()) ? "l1tex__data_bank_conflicts_pipe_lsu_mem_global.sum"
                                          : "l1tex__data_bank_conflicts_pipe_lsu_mem_gds.sum";
  }
};

TEST_P(ColumnsOnChip, EveryColumnHasACounterAndOnePassCollectsThemAll) {
  const CounterPlan plan = plan_counters(GetParam(), kColumns);
  ASSERT_EQ(plan.counters.size(), kColumns.size());
  for (std::size_t i = 0; i < plan.counters.size(); ++i)
    EXPECT_TRUE(plan.counters[i].choice) << kColumns[i].name << ": " << plan.counters[i].reason;
  EXPECT_EQ(plan.counters[3].choice->counter, bank_conflicts());
  EXPECT_EQ(plan.counters[4].choice->scale, 32);
  std::printf("%s: %d pass(es) for %zu metrics\n", GetParam().c_str(), plan.passes, kColumns.size());
  EXPECT_EQ(plan.passes, 1);
}

INSTANTIATE_TEST_SUITE_P(Chips, ColumnsOnChip, ::testing::Values("GA100", "GA102", "AD102", "GH100", "GB100", "GB202"));

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
  const std::vector<MetricRequest> requests = {{"bad", "", "", {{"no_such.sum"}}}, kColumns[0]};
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
    EXPECT_THAT(error.cure(), ::testing::StartsWith("did you mean 'GH100'?"));
  }
}

TEST(CounterPlan, KnowsTheChipsOfTheLabs) {
  EXPECT_THAT(known_chips(), ::testing::IsSupersetOf({"GA100", "GA102", "AD102", "GH100", "GB100", "GB202"}));
}

}  // namespace
}  // namespace warpledger
