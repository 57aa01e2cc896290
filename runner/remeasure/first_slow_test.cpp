#include "remeasure/first_slow.h"

#include <gmock/gmock.h>

#include <set>

namespace warpledger {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

/// Versions that are slow from `first_slow` on, of which some cannot be judged.
struct Versions {
  std::size_t count = 2;
  std::size_t first_slow = 1;
  std::set<std::size_t> unknown = {};
  std::vector<std::size_t> judged = {};

  FirstSlow find() {
    return find_first_slow(count, [this](std::size_t i) {
      judged.push_back(i);
      if (unknown.contains(i)) return Judged::unknown;
      return i >= first_slow ? Judged::slow : Judged::fast;
    });
  }
};

TEST(FirstSlow, OfTwoNeedsNoJudgement) {
  Versions versions;
  const FirstSlow found = versions.find();
  EXPECT_EQ(found.last_fast, 0u);
  EXPECT_EQ(found.first_slow, 1u);
  EXPECT_THAT(versions.judged, IsEmpty());
}

TEST(FirstSlow, IsFoundWhereverItIsInAFewSteps) {
  for (std::size_t slow = 1; slow < 1000; ++slow) {
    Versions versions{.count = 1000, .first_slow = slow};
    const FirstSlow found = versions.find();
    EXPECT_EQ(found.first_slow, slow);
    EXPECT_EQ(found.last_fast, slow - 1);
    EXPECT_LE(versions.judged.size(), 10u);
  }
}

TEST(FirstSlow, StepsOverWhatCannotBeJudged) {
  Versions versions{.count = 9, .first_slow = 6, .unknown = {3, 4, 5}};
  const FirstSlow found = versions.find();
  EXPECT_EQ(found.last_fast, 2u);
  EXPECT_EQ(found.first_slow, 6u);
  EXPECT_THAT(found.unknown, ElementsAre(3, 4, 5));
}

TEST(FirstSlow, LeavesOutWhatCannotBeJudgedElsewhere) {
  Versions versions{.count = 9, .first_slow = 7, .unknown = {4}};
  const FirstSlow found = versions.find();
  EXPECT_EQ(found.first_slow, 7u);
  EXPECT_THAT(found.unknown, IsEmpty());
}

}  // namespace
}  // namespace warpledger
