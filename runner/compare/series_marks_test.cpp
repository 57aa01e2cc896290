#include "compare/series_marks.h"

#include <gmock/gmock.h>

namespace warpledger {
namespace {

Observation observation(double value, const std::string& outcome = "ok") {
  Observation result;
  result.outcome = outcome;
  result.value = value;
  return result;
}

TEST(ChangesOfASeries, StandAtTheObservationsWhereverOthersDoNotCount) {
  Series series;
  for (int i = 0; i < 10; ++i) {
    series.observations.push_back(observation(100));
    series.observations.push_back(observation(900, "incorrect"));
  }
  for (int i = 0; i < 10; ++i) series.observations.push_back(observation(120));
  const auto changes = changes_of(series, {});
  ASSERT_EQ(changes.size(), 1u);
  EXPECT_EQ(changes[0].index, 20u);
}

TEST(ChangesOfASeries, AreSuspectedAtTheFirstOfTheNewestRunsBeforeTheyAreFound) {
  Series series;
  for (int i = 0; i < 30; ++i) series.observations.push_back(observation(100 + 0.3 * (i * 7 % 11 - 5)));
  EXPECT_FALSE(suspicion_of(series, {}, {}));
  series.observations.push_back(observation(300, "incorrect"));
  for (int i = 0; i < 2; ++i) series.observations.push_back(observation(107));
  const auto found = suspicion_of(series, {}, {});
  ASSERT_TRUE(found);
  EXPECT_EQ(found->index, 31u);
  EXPECT_NEAR(found->before, 100, 0.1);
  EXPECT_EQ(found->after, 107);
  EXPECT_FALSE(suspicion_of(series, {{.index = 31, .before = 100, .after = 107}}, {}))
      << "two values after a change say nothing";
}

}  // namespace
}  // namespace warpledger
