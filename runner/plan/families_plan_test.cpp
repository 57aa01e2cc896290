#include <gtest/gtest.h>

#include "model/data_file_fixture.h"
#include "plan/device_fixture.h"
#include "plan/plan.h"
#include "plan/problems.h"
#include "spec/families_fixture.h"

namespace warpledger {
namespace {

class FamiliesPlan : public testing::Test {
 protected:
  Plan plan(const Overrides& overrides = {}) const {
    return make_plan(load_experiment(files_.library(), "x", overrides), rtx_4090());
  }
  std::string message() const {
    return files_.message([&] { plan(); });
  }

  TwoFamilies files_;
};

TEST_F(FamiliesPlan, HasPointsOfEachWithItsOwnProblem) {
  const Plan points = plan({.set = {"n=64"}});
  ASSERT_EQ(points.size(), 4);
  const Job scale = points.job(1), mine = points.job(2);
  EXPECT_EQ(scale.family, "scale");
  EXPECT_EQ(scale.identity, "scale_per n=64 per=2 blocks=1/SM warps=4");
  EXPECT_EQ(scale.reference.launches[0].function, "scale_reference");
  EXPECT_EQ(mine.family, "mine");
  EXPECT_EQ(mine.identity, "mine mode=vector n=64 blocks=1/SM warps=4");
  EXPECT_EQ(mine.reference.launches[0].function, "mine_reference");
  EXPECT_EQ(mine.reference.program.main.text, "// its reference\n");
}

TEST_F(FamiliesPlan, GivesAPointTheQuantitiesOfItsFamilyAlone) {
  const auto names = [](const Job& job) {
    std::vector<std::string> list;
    for (const Quantity& quantity : job.quantities) list.push_back(quantity.name);
    return list;
  };
  const Plan points = plan({.set = {"n=64"}});
  EXPECT_EQ(names(points.job(0)),
            (std::vector<std::string>{"n", "a", "per", "blocks", "warps", "threads", "grid", "block", "elements"}));
  EXPECT_EQ(names(points.job(2)), (std::vector<std::string>{"n", "a", "mode", "chunk", "blocks", "warps", "threads",
                                                            "grid", "block", "per"}));
  EXPECT_EQ(points.job(2).quantities[2].word, "vector");
}

TEST_F(FamiliesPlan, LeavesCellsEmptyThatAPointDoesNotHave) {
  const Plan points = plan({.set = {"n=64"}});
  EXPECT_EQ(points.columns(), (std::vector<std::string>{"n", "per", "mode", "a", "chunk", "blocks", "warps"}));
  EXPECT_EQ(points.line(0).values, (std::vector<Cell>{64.0, 1.0, {}, 2.0, {}, 128.0, 4.0}));
  EXPECT_EQ(points.line(2).values, (std::vector<Cell>{64.0, {}, std::string("vector"), 2.0, 4.0, 128.0, 4.0}));
}

TEST_F(FamiliesPlan, CountsProblemsThatAgreeInTheirNumbersAsOne) {
  EXPECT_EQ(points_by_problem(plan({.set = {"kernel=scale/scale_plain,mine/scale_plain"}})),
            (std::vector<std::vector<std::int64_t>>{{0, 1}, {2, 3}}));
  files_.edit(kMineFile, "count: n, role: out", "count: n * chunk, role: out");
  const Plan points = plan({.set = {"kernel=scale/scale_plain,mine/scale_plain", "n=64"}});
  EXPECT_EQ(points.problem(0), "n=64 a=2");
  EXPECT_EQ(points.problem(1), "n=64 a=2 chunk=4");
  EXPECT_EQ(points_by_problem(points).size(), 2);
}

TEST_F(FamiliesPlan, HoldsTheValuesOfAnAxisToWhatEachFamilyInsideAllows) {
  files_.experiment("  n: [32, 64]\n  kernel: [scale_per, mine]\n");
  EXPECT_EQ(message(), R"text(experiments/x.yaml:5:7: n = 32 is below 64, its minimum
    n: [32, 64]
        ^
hint: write a larger value)text");
  files_.experiment("  n: [32, 64]\n  kernel: [scale_per]\n");
  EXPECT_EQ(plan().size(), 2);
}

TEST_F(FamiliesPlan, TellsTheSamePointsOfTwoFamiliesApart) {
  files_.experiment("  n: 64\n  kernel: [scale/scale_plain, mine/scale_plain]\n");
  const Plan points = plan();
  EXPECT_EQ(points.job(0).kernel, "scale/scale_plain");
  EXPECT_EQ(points.job(1).instance, "mine/scale_plain");
  EXPECT_EQ(points.job(1).launches[0].function, "scale_plain");
}

TEST_F(FamiliesPlan, AxesOfOneFamilyCanMakeTheParametersOfAnother) {
  files_.edit(kMineFile, "  chunk: {type: int, default: 4,", "  size: {type: int,");
  files_.edit(kMineFile, "CHUNK: chunk", "CHUNK: size");
  files_.edit(kMineFile, "CHUNK: chunk", "CHUNK: size");
  files_.experiment("  n: [64, 128]\n  kernel: [scale_per, mine]\nderive: {size: 2 * n}\n");
  const Plan points = plan();
  EXPECT_EQ(points.job(1).identity, "mine n=64 size=128 blocks=1/SM warps=4");
  EXPECT_EQ(points.job(0).quantities[3].kind, Quantity::Kind::axis);  // derived for both
  EXPECT_EQ(points.job(0).quantities[3].name, "size");
}

TEST_F(FamiliesPlan, AsksEachFamilysOwnDataFiles) {
  for (const char* file : {kFamilyFile, kMineFile}) {
    files_.edit(file, "parameters:\n", "parameters:\n  matrix: {type: file, values: [a.mtx]}\n");
    files_.edit(file, "  n: {", "  rows: {type: int, default: file_rows(matrix)}\n  n: {");
  }
  files_.write("kernels/scale/a.mtx", fixture::kMatrix);
  files_.write("kernels/mine/a.mtx", "%%MatrixMarket matrix coordinate real general\n900 900 1\n1 1 1\n");
  files_.experiment(
      "  matrix: a.mtx\n  kernel: [scale_per, mine]\nderive: {n: 64 * file_rows(matrix)}\n"
      "where: file_rows(matrix) == rows\n");
  const Plan points = plan();
  ASSERT_EQ(points.size(), 2);
  EXPECT_EQ(points.job(0).buffers[0].count, 64 * 4);
  EXPECT_EQ(points.job(1).buffers[0].count, 64 * 900);
}

}  // namespace
}  // namespace warpledger
