#include "search/grid_search.h"

#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <set>

#include "plan/device_fixture.h"
#include "plan/problems.h"
#include "spec/library_fixture.h"

namespace warpledger {
namespace {

/// Two problems of 12 points: 3 kernels with their template arguments x 4 launches.
class GridSearchTest : public testing::Test {
 protected:
  Plan plan() const {
    files_.write(kExperimentFile,
                 "experiment: x\nabout: A test.\nfamily: scale\ngrid:\n  n: [64, 128]\n"
                 "  kernel: [scale_plain, scale_per: {per: [2, 4]}]\n  blocks: [1, 2]\n  warps: [1, 4]\n");
    return make_plan(load_experiment(files_.library(), "x"), rtx_4090());
  }
  /// Number of common axes in which the points differ.
  int differences(std::int64_t point, std::int64_t other) const {
    const auto here = plan_.coordinates(point), there = plan_.coordinates(other);
    const auto has = [](const std::vector<double>& value) { return std::isfinite(value.front()); };
    int count = 0;
    for (std::size_t axis = 0; axis < here.size(); ++axis)
      count += has(here[axis]) && has(there[axis]) && here[axis] != there[axis] ? 1 : 0;
    return count;
  }

  TemporaryLibrary files_;
  Plan plan_ = plan();
};

TEST_F(GridSearchTest, ProblemsTakeTurns) {
  GridSearch search(plan_, StrategyKind::random, 1);
  std::map<double, int> asked;
  for (int i = 0; i < 10; ++i) {
    const auto ordinal = search.ask();
    ASSERT_TRUE(ordinal);
    ++asked[plan_.shape(*ordinal).front()];
  }
  EXPECT_EQ(asked.size(), 2u);
  for (const auto& [n, count] : asked) EXPECT_EQ(count, 5) << n;
}

TEST_F(GridSearchTest, AsksForEveryPointOfThePlanOnce) {
  for (const StrategyKind kind : {StrategyKind::random, StrategyKind::local}) {
    GridSearch search(plan_, kind, 1);
    std::set<std::int64_t> asked;
    while (const auto ordinal = search.ask()) {
      EXPECT_TRUE(asked.insert(*ordinal).second);
      search.tell(*ordinal, static_cast<double>(*ordinal % 5));
    }
    EXPECT_EQ(asked.size(), 24u);
  }
}

TEST_F(GridSearchTest, LooksForEachProblemsFastestAmongItsNeighbours) {
  const auto problems = points_by_problem(plan_);
  ASSERT_EQ(problems.size(), 2u);
  ASSERT_EQ(problems[0].size(), 12u);
  const std::int64_t first = problems[0][0];  // scale_plain, which has no axis `per`
  GridSearch search(plan_, StrategyKind::local, 1);
  search.tell(first, 1.0);
  std::vector<std::int64_t> next;
  while (next.size() < 4) {
    const auto ordinal = search.ask();
    ASSERT_TRUE(ordinal);
    search.tell(*ordinal, 2.0);
    if (plan_.shape(*ordinal) == plan_.shape(first)) next.push_back(*ordinal);
  }
  int of_other_kernel = 0;
  for (const std::int64_t ordinal : next) {
    EXPECT_EQ(differences(first, ordinal), 1) << ordinal;
    of_other_kernel += plan_.coordinates(first)[0] != plan_.coordinates(ordinal)[0] ? 1 : 0;
  }
  EXPECT_EQ(of_other_kernel, 2);
}

TEST_F(GridSearchTest, AProblemIsNamedByWhatItsBuffersAreMadeOf) {
  EXPECT_EQ(plan_.problem(0), "n=64");
  EXPECT_EQ(plan_.problem(plan_.size() - 1), "n=128");
}

}  // namespace
}  // namespace warpledger
