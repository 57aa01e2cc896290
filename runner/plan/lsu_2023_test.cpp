#include <gtest/gtest.h>

#include <algorithm>

#include "plan/device_fixture.h"
#include "plan/plan.h"
#include "spec/library.h"

namespace warpledger {
namespace {

Plan plan(std::vector<std::string> positional = {}) {
  return make_plan(
      load_experiment(Library({WARPLEDGER_SOURCE_DIR}), "lsu-2023-hw01", {.positional = std::move(positional)}),
      rtx_4090());
}

double quantity(const Job& job, const std::string& name) {
  const auto found = std::ranges::find(job.quantities, name, &Quantity::name);
  return found == job.quantities.end() ? -1 : found->value;
}

TEST(Lsu2023, Has56PointsOnTwoLayers) {
  const Plan points = plan();
  EXPECT_EQ(points.size(), 56);
  EXPECT_EQ(points.job(0).identity, "qkv_base d_head=8 n_heads=4 n_samples=300 n_words=99 blocks=1/SM warps=1");
  EXPECT_EQ(points.job(55).identity, "qkv_strip_w2 d_head=64 n_heads=8 n_samples=30 n_words=99 blocks=1/SM warps=32");
}

TEST(Lsu2023, HasTheAssignmentsLayerShapes) {
  const Plan points = plan();
  EXPECT_EQ(quantity(points.job(0), "d_qkv"), 96);
  EXPECT_EQ(quantity(points.job(0), "d_model"), 32);
  EXPECT_EQ(quantity(points.job(0), "d_ws"), 29700);
  EXPECT_EQ(quantity(points.job(28), "d_qkv"), 1536);
  EXPECT_EQ(quantity(points.job(28), "d_model"), 512);
  EXPECT_EQ(quantity(points.job(28), "d_ws"), 2970);
}

TEST(Lsu2023, CountsAMultiplyAddAnIterationAndEachMatrixOnce) {
  const Job job = plan().job(0);
  EXPECT_EQ(quantity(job, "fmas"), 29700.0 * 96 * 32);
  EXPECT_EQ(quantity(job, "ideal_read_bytes"), 4.0 * 32 * (96 + 29700));
  EXPECT_EQ(quantity(job, "ideal_write_bytes"), 4.0 * 96 * 29700);
}

TEST(Lsu2023, PreparesRearrangedWeightsOnlyForKernelsThatReadThem) {
  const Plan points = plan();
  for (std::int64_t i = 0; i < points.size(); ++i) {
    const Job job = points.job(i);
    const bool rearranges = std::ranges::any_of(job.launches, &Launch::prepare);
    EXPECT_EQ(rearranges, job.kernel.ends_with("_w2")) << job.identity;
  }
}

TEST(Lsu2023, TakesTheAssignmentsArguments) {
  const Plan points = plan({"-3", "4"});
  EXPECT_EQ(points.size(), 8);
  EXPECT_EQ(quantity(points.job(0), "blocks"), 3 * 128);
  EXPECT_EQ(quantity(points.job(0), "warps"), 4);
}

}  // namespace
}  // namespace warpledger
