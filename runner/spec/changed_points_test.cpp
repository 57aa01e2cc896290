#include "spec/changed_points.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

namespace warpledger {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

std::string replaced_once(std::string text, const std::string& from, const std::string& to) {
  return text.replace(text.find(from), from.size(), to);
}

const std::string kText = R"(experiment: x
family: axpy
grid:
  n: [1000, 1001]   # visible
  warps: 4
grading:
  submission: [axpy]
  hidden: [{n: [3, 77]}]
  problems: [{name: A, points: 10}]
)";

TEST(ChangedPoints, AreNoneAfterAnotherLayoutOrOtherRules) {
  EXPECT_THAT(changed_point_keys(kText, replaced_once(kText, "[1000, 1001]   # visible", "\n  - 1000\n  - 1001")),
              IsEmpty());
  EXPECT_THAT(changed_point_keys(kText, replaced_once(kText, "warps: 4", "warps: [4]")), IsEmpty());
  EXPECT_THAT(changed_point_keys(kText, replaced_once(kText, "points: 10", "points: 20")), IsEmpty());
}

TEST(ChangedPoints, AreNamedByTheirKeys) {
  EXPECT_THAT(changed_point_keys(kText, replaced_once(kText, "1001", "1002")), ElementsAre("grid"));
  EXPECT_THAT(changed_point_keys(kText, replaced_once(kText, "77", "78")), ElementsAre("grading.hidden"));
  EXPECT_THAT(changed_point_keys(kText, replaced_once(kText, "  hidden:", "  seeds: 2\n  hidden:")),
              ElementsAre("grading.seeds"));
  EXPECT_THAT(changed_point_keys(kText, replaced_once(kText, "grid:", "where: n > 1\ngrid:")), ElementsAre("where"));
}

TEST(ChangedPoints, ListsDifferFromOthersOfTheSameCharacters) {
  EXPECT_THAT(changed_point_keys(kText, replaced_once(kText, "[3, 77]", "377")), ElementsAre("grading.hidden"));
}

TEST(ChangedPoints, AnotherFamilyHasMoreThanOtherWords) {
  const std::string family = "family: axpy\nabout: a\nbuffers: {y: {count: n, tolerance: {abs: 1}}}\n";
  EXPECT_FALSE(is_other_family(family, replaced_once(family, "about: a", "about: b  # clearer")));
  EXPECT_TRUE(is_other_family(family, replaced_once(family, "abs: 1", "abs: 2")));
}

}  // namespace
}  // namespace warpledger
