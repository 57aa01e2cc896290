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

}  // namespace
}  // namespace warpledger
