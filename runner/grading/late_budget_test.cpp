#include "grading/late_budget.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "spec/utc_time.h"

namespace warpledger {
namespace {

using testing::ElementsAre;
using testing::FieldsAre;

LatePolicy three_days() {
  return {.due_utc_s = parse_utc("2026-10-01T00:00:00Z").value(), .percent_a_day = 10, .budget_days = 3};
}

/// Handed in so many days late.
HandIn late(int days, std::vector<Submitter> submitters = {}) {
  return {.submitted_utc = utc_text(three_days().due_utc_s + days * std::int64_t{86'400}),
          .submitters = std::move(submitters)};
}

TEST(LateBudget, IsSpentAssignmentByAssignmentUntilNothingIsLeft) {
  LateBudget budget{.days = 3};
  EXPECT_THAT(budget.days_of(three_days(), "anna", late(2)), FieldsAre(0, 2, 1));
  budget.spend(three_days(), "anna", late(2));
  EXPECT_THAT(budget.days_of(three_days(), "anna", late(0)), FieldsAre(2, 0, 1));
  EXPECT_THAT(budget.days_of(three_days(), "anna", late(2)), FieldsAre(2, 1, 0));
  budget.spend(three_days(), "anna", late(2));
  EXPECT_THAT(budget.days_of(three_days(), "anna", late(9)), FieldsAre(3, 0, 0));
  EXPECT_THAT(budget.days_of(three_days(), "ben", late(1)), FieldsAre(0, 1, 2)) << "it is each student's own";
}

TEST(LateBudget, OfAGroupIsThatOfTheOneWhoHasFewestDaysAndEverybodySpends) {
  const Submitter ada{"Ada", "1", "ada@uni.example"}, bob{"Bob", "2", ""};
  LateBudget budget{.days = 3};
  budget.spend(three_days(), "Ada", late(2, {ada}));
  EXPECT_THAT(budget.days_of(three_days(), "Ada + Bob", late(2, {ada, bob})), FieldsAre(2, 1, 0));
  budget.spend(three_days(), "Ada + Bob", late(2, {ada, bob}));
  EXPECT_THAT(budget.days_of(three_days(), "Bob B.", late(2, {{"Bob B.", "2", ""}})), FieldsAre(1, 2, 0));
}

TEST(LateBudget, KnowsPeopleByTheirPlatformElseByTheSubmissionsName) {
  EXPECT_THAT(people_of("Ada + Bob", {.submitters = {{"Ada", "1", "Ada@uni.example"}, {"Bob", "", ""}}}),
              ElementsAre("ada@uni.example", "bob"));
  EXPECT_THAT(people_of("Carla", {}), ElementsAre("carla"));
}

TEST(LateBudget, IsNobodysWithoutOne) {
  LateBudget budget;
  EXPECT_THAT(budget.days_of({.percent_a_day = 10}, "anna", late(2)), FieldsAre(0, 0, 0));
}

}  // namespace
}  // namespace warpledger
