#include "stats/counter_effects.h"

#include <gmock/gmock.h>

namespace warpledger {
namespace {

std::vector<std::string> texts(const std::map<std::string, double>& before, const std::map<std::string, double>& after,
                               double limit = 0.05) {
  std::vector<std::string> result;
  for (const CounterEffect& effect : counter_effects(before, after, limit)) result.push_back(text_of(effect));
  return result;
}

TEST(CounterEffects, AreThoseBeyondTheLimitTheLargestFirst) {
  EXPECT_THAT(texts({{"a", 100}, {"b", 15.3}, {"c", 10}}, {{"a", 104}, {"b", 0}, {"c", 20}}),
              testing::ElementsAre("b 15.3 -> 0", "c 10 -> 20"));
}

TEST(CounterEffects, LeaveOutWhatOneSideLacks) { EXPECT_THAT(texts({{"a", 1}}, {{"b", 2}}), testing::IsEmpty()); }

TEST(CounterEffects, OfNothingToNothingAreNone) { EXPECT_THAT(texts({{"a", 0}}, {{"a", 0}}, 0), testing::IsEmpty()); }

TEST(CounterEffects, ThatAreEquallyLargeStandByName) {
  EXPECT_THAT(texts({{"b", 1}, {"a", 1}}, {{"b", 0}, {"a", 0}}), testing::ElementsAre("a 1 -> 0", "b 1 -> 0"));
}

}  // namespace
}  // namespace warpledger
