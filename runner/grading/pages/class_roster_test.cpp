#include "grading/score/class_roster.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "grading/pages/class_page.h"
#include "grading/pages/gradebook.h"
#include "grading/score/class_names.h"
#include "grading/score/graded_class_fixture.h"
#include "spec/library_fixture.h"

namespace warpledger {
namespace {

using testing::HasSubstr;

/// carla is on the roster as "=Carla", ben is not, and dora submitted nothing.
GradedClass class_with_roster() {
  GradedClass graded = small_class();
  graded.submissions[0].hand_in.submitted_utc = "2026-10-02T01:02:03Z";
  graded.grading.late = LatePolicy{.due_utc_s = 1'790'892'000, .percent_a_day = 10};  // 2026-10-01T22:00:00Z
  Roster roster{.file = "roster.csv", .columns = {"Student", "ID", "Section", "Norm (4711)"}, .entries = {}};
  roster.entries.push_back({.name = "Anna, Ada", .id = "1", .email = "anna@x", .section = "A", .submission = "anna"});
  roster.entries.push_back({.name = "=Carla", .id = "3", .section = "B", .submission = "carla"});
  roster.entries.push_back({.name = "Duck, Dora", .id = "4", .section = "A"});
  apply_roster(graded, roster);
  return graded;
}

TEST(ClassRoster, GivesEverybodyALineAndNoPointsToWhoHandedInNothing) {
  const std::string book = gradebook_csv(class_with_roster());
  EXPECT_THAT(book, HasSubstr("name,id,section,submission,total,possible,Problem 1,"));
  EXPECT_THAT(book, HasSubstr("\n\"Anna, Ada\",1,A,anna,36,40,40,-4,"));
  EXPECT_THAT(book, HasSubstr("\n'=Carla,3,B,carla,30,40,30,"));
  EXPECT_THAT(book, HasSubstr("\n\"Duck, Dora\",4,A,,,40,,,0,,,,not handed in\n"));
  EXPECT_THAT(book, HasSubstr("\n,,,ben,0,40,0,"));
}

TEST(ClassRoster, ListsSubmissionsOfNobodyForWhoAnswersForTheGrades) {
  const std::string page = class_page(class_with_roster(), {});
  EXPECT_THAT(page, HasSubstr("ben has no place in the gradebook: nobody on the roster is called 'ben'"));
  EXPECT_THAT(page, HasSubstr("Dora Duck"));
  EXPECT_THAT(page, HasSubstr("not handed in"));
}

TEST(ClassRoster, MakesTheBookThatCanvasImports) {
  EXPECT_EQ(canvas_csv(class_with_roster()),
            "Student,ID,Section,Norm (4711)\n    Points Possible,,,40\n\"Anna, Ada\",1,A,36\n'=Carla,3,B,30\n"
            "\"Duck, Dora\",4,A,\n");
  GradedClass graded = class_with_roster();
  graded.people[0].entry.sis_id = "u1";
  graded.people[1].entry.login = "carla";
  graded.on_host = true;
  EXPECT_THAT(canvas_csv(graded),
              HasSubstr("Student,ID,SIS User ID,SIS Login ID,Section,\"norm - checked, not graded\"\n"));
  EXPECT_THAT(canvas_csv(graded), HasSubstr("\n\"Anna, Ada\",1,u1,,A,36\n"));
}

TEST(ClassRoster, MakesTheBookInTheColumnsOfGradescope) {
  EXPECT_EQ(gradescope_csv(class_with_roster()),
            "First Name,Last Name,SID,Email,Sections,Total Score,Max Points,Status,Submission Time,Lateness (H:M:S)\n"
            "Ada,Anna,1,anna@x,A,36,40,Graded,2026-10-02T01:02:03Z,03:02:03\n,'=Carla,3,,B,30,40,Graded,,\n"
            "Dora,Duck,4,,A,,40,Missing,,\n");
}

TEST(ClassRoster, WithPseudonymsNamesNobody) {
  GradedClass graded = class_with_roster();
  Pseudonyms names;
  for (const GradedSubmission& one : graded.submissions)
    names[one.sheet.submission] = "s-" + std::to_string(names.size());
  graded.notes.untimed = {{"anna", true}};
  const GradedClass hidden = renamed(graded, names);
  const std::string all = class_page(hidden, {}) + gradebook_csv(hidden) + canvas_csv(hidden);
  for (const char* name : {"anna", "Anna", "ben", "carla", "Carla", "Dora", "Duck"})
    EXPECT_THAT(all, testing::Not(HasSubstr(name)));
}

TEST(ClassRoster, AGroupHasOneSubmissionAndALineEach) {
  GradedClass graded = small_class();
  graded.submissions = {anna()};
  graded.submissions[0].hand_in.submitters = {{"Anna", "1", ""}, {"Ben", "2", ""}};
  Roster roster{.file = "r", .columns = {}, .entries = {}};
  roster.entries = {{.name = "Anna", .id = "1"}, {.name = "Ben", .id = "2"}};
  apply_roster(graded, roster);
  EXPECT_EQ(graded.submissions.size(), 1U);
  EXPECT_THAT(canvas_csv(graded), HasSubstr("\nAnna,1,,36\nBen,2,,36\n"));
}

TEST(ClassRoster, TheExactNameCountsWhereAnotherDiffersInCase) {
  GradedClass graded = small_class();
  graded.submissions = {anna(), anna()};
  graded.submissions[0].sheet.submission = "Anna";
  apply_roster(graded, {.file = "r", .columns = {}, .entries = {{.name = "Anna B", .id = "anna"}}});
  ASSERT_EQ(graded.people.size(), 1U);
  EXPECT_EQ(graded.people[0].submission, "anna");
  ASSERT_EQ(graded.notes.strangers.size(), 1U);
  EXPECT_EQ(graded.notes.strangers[0].submission, "Anna");
}

}  // namespace
}  // namespace warpledger
