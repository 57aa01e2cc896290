#include "model/result.h"

#include <gtest/gtest.h>

namespace warpledger {
namespace {

TEST(Outcome, EveryNameLeadsBackToItsOutcome) {
  for (std::size_t i = 0; i < kOutcomeNames.size(); ++i) {
    const auto outcome = outcome_named(kOutcomeNames.at(i));
    ASSERT_TRUE(outcome.has_value());
    EXPECT_EQ(name_of(*outcome), kOutcomeNames.at(i));
  }
}

TEST(Outcome, AnUnknownNameIsNoOutcome) { EXPECT_EQ(outcome_named("passed"), std::nullopt); }

}  // namespace
}  // namespace warpledger
