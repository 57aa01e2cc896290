#include <gtest/gtest.h>

#include <algorithm>

#include "plan/device_fixture.h"
#include "plan/plan.h"
#include "spec/library_fixture.h"

namespace warpledger {
namespace {

/// The shipped experiment without its kernels' sources.
class Lsu2024 : public testing::Test {
 protected:
  Lsu2024() {
    for (const char* file : {"experiments/lsu-2024-hw01.yaml", "kernels/norm/family.yaml", "metrics/lsu-2024.yaml",
                             "reports/lsu-2024-hw01.md"})
      files_.ship(file);
    for (const char* file : {"norm_base.cu", "norm_group.cu", "reference.cu"})
      files_.write(std::string("kernels/norm/") + file, "\n");
  }

  Plan plan(std::vector<std::string> positional = {}) const {
    return make_plan(load_experiment(files_.library(), "lsu-2024-hw01", {.positional = std::move(positional)}),
                     rtx_4090());
  }

  static std::vector<double> distinct(const Plan& plan, const std::string& name) {
    std::vector<double> values;
    for (std::int64_t i = 0; i < plan.size(); ++i)
      for (const Quantity& quantity : plan.job(i).quantities)
        if (quantity.name == name && std::ranges::count(values, quantity.value) == 0) values.push_back(quantity.value);
    return values;
  }

  TemporaryLibrary files_;
};

TEST_F(Lsu2024, Has240PointsThatFillAQuarterOfL2) {
  const Plan points = plan();
  EXPECT_EQ(points.size(), 240);
  EXPECT_EQ(distinct(points, "n_l"), (std::vector<double>{1179648, 589824, 147456, 36864, 4608}));
  EXPECT_EQ(distinct(points, "warps"), (std::vector<double>{1, 2, 4, 8, 12, 16, 24, 32}));
  EXPECT_EQ(distinct(points, "blocks"), std::vector<double>{128});
  EXPECT_EQ(points.job(0).identity,
            "norm_base d_l=4 input_mib=-0.25 n_l=floor(input_bytes/(4*d_l)) blocks=1/SM warps=1");
  EXPECT_EQ(points.job(239).identity,
            "norm_group d_l=1024 grp_size=32 input_mib=-0.25 n_l=floor(input_bytes/(4*d_l)) "
            "blocks=1/SM warps=32");
}

TEST_F(Lsu2024, OrdersPointsAsTheAssignmentsTables) {
  const Plan points = plan();
  std::vector<std::string> instances;
  for (std::int64_t i = 0; i < 56; i += 8) instances.push_back(points.line(i).instance);
  EXPECT_EQ(instances,
            (std::vector<std::string>{"norm_base<4>", "norm_group<4,1>", "norm_group<4,2>", "norm_group<4,4>",
                                      "norm_base<8>", "norm_group<8,1>", "norm_group<8,2>"}));
  EXPECT_EQ(points.line(239).instance, "norm_group<0,32>");
}

TEST_F(Lsu2024, TakesTheAssignmentsArguments) {
  const Plan points = plan({"-3", "4", "3.6"});
  EXPECT_EQ(points.size(), 30);
  EXPECT_EQ(distinct(points, "blocks"), std::vector<double>{384});
  EXPECT_EQ(distinct(points, "warps"), std::vector<double>{4});
  EXPECT_EQ(distinct(points, "n_l")[0], 235929);  // floor(3.6 * 2^20 / 16)
}

TEST_F(Lsu2024, KeepsTheSweepOfWarpsForZero) {
  const Plan points = plan({"0", "0", "3.6"});
  EXPECT_EQ(points.size(), 240);
  EXPECT_EQ(distinct(points, "blocks"), std::vector<double>{128});
}

TEST_F(Lsu2024, ReadsANegativeSizeAsMultiplesOfL2) {
  EXPECT_EQ(distinct(plan({"0", "4", "-0.5"}), "n_l")[0], 0.5 * 75497472 / 16);
}

}  // namespace
}  // namespace warpledger
