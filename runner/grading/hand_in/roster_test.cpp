#include "grading/hand_in/roster.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "spec/library_fixture.h"

namespace warpledger {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

class Rosters : public testing::Test {
 protected:
  Roster read(const std::string& text) const {
    files_.write("roster.csv", text);
    return read_roster(files_.path("roster.csv"));
  }
  std::string refusal(const std::string& text) const {
    return files_.message([&] { read(text); });
  }
  TemporaryLibrary files_;
};

TEST_F(Rosters, OwnOneHasNameIdAndSection) {
  const Roster roster = read("name,id,section,submission\nAda Lovelace,42,A,team1\nBen,,B,\n");
  ASSERT_EQ(roster.entries.size(), 2U);
  EXPECT_EQ(roster.entries[0].id, "42");
  EXPECT_EQ(roster.entries[0].submission, "team1");
  EXPECT_EQ(roster.entries[1].section, "B");
  EXPECT_EQ(roster.entries[1].line, 3U);
}

TEST_F(Rosters, OfCanvasIsItsGradebook) {
  const Roster roster = read(
      "Student,ID,SIS User ID,SIS Login ID,Section,axpy-hw (4711),Final Score\n"
      "    Points Possible,,,,,20,(read only)\n\"Lovelace, Ada\",42,u42,ada,CS 101,,\n\"Student, Test\",9,,x,CS "
      "101,,\n");
  ASSERT_EQ(roster.entries.size(), 1U);
  EXPECT_EQ(roster.entries[0].name, "Lovelace, Ada");
  EXPECT_EQ(roster.entries[0].sis_id, "u42");
  EXPECT_EQ(roster.entries[0].login, "ada");
  EXPECT_EQ(roster.columns.at(5), "axpy-hw (4711)");
}

TEST_F(Rosters, OfGradescopeLeavesOutItsStaff) {
  const Roster roster = read(
      "First Name,Last Name,SID,Email,Role,Sections\nAda,Lovelace,42,ada@uni.example,Student,A\n"
      "Charles,Babbage,1,cb@uni.example,Instructor,\n");
  ASSERT_EQ(roster.entries.size(), 1U);
  EXPECT_EQ(roster.entries[0].name, "Ada Lovelace");
  EXPECT_EQ(roster.entries[0].email, "ada@uni.example");
}

TEST_F(Rosters, ThatTellNobodyApartAreRefusedAtTheLine) {
  EXPECT_THAT(refusal("email,section\na@b,A\n"), HasSubstr("roster.csv:1: no column is called 'name'"));
  EXPECT_THAT(refusal("name,id\nAda,42\nBen,42\n"), HasSubstr("roster.csv:3: the id '42' is that of line 2 as well"));
  EXPECT_THAT(refusal("name,email\nAda,a@b\nBen,A@B\n"), HasSubstr("roster.csv:3: the email 'A@B' is that of line 2"));
  EXPECT_THAT(refusal("name,id,section\n,,A\n"), HasSubstr("roster.csv:2: this line has neither a name nor an id"));
  EXPECT_THAT(refusal("name,id\n"), HasSubstr("this roster has nobody"));
}

constexpr const char* kClass =
    "Student,ID,SIS Login ID,Email,Section,submission\n\"Lovelace, Ada\",42,alove,ada@uni.example,A,\n"
    "\"Wei, Li\",7,,li@uni.example,A,\n\"Wei, Li\",8,,wl@uni.example,B,\n\"Babbage, "
    "Charles\",1,,cb@uni.example,B,engine\n";

TEST_F(Rosters, SubmissionsAreMatchedByWhatTheyMayBeCalled) {
  const Roster roster = read(kClass);
  for (const char* name : {"42", "alove", "ALOVE", "ada@uni.example", "Ada Lovelace", "ada lovelace", "Lovelace, Ada",
                           "ada", "lovelaceada"})
    EXPECT_THAT(match_submission(roster, name, {}).entries, ElementsAre(0U)) << name;
  EXPECT_THAT(match_submission(roster, "engine", {}).entries, ElementsAre(3U));
  EXPECT_THAT(match_submission(roster, "Li Wei", {{"Li Wei", "8", ""}}).entries, ElementsAre(2U));
  EXPECT_THAT(match_submission(roster, "x", {{"Li Wei", "", "li@uni.example"}, {"", "42", ""}}).entries,
              ElementsAre(1U, 0U));
}

TEST_F(Rosters, OfSeveralWhoMayBeMeantNoneIs) {
  const Roster roster = read(kClass);
  const RosterMatch two = match_submission(roster, "Li Wei", {});
  EXPECT_THAT(two.entries, IsEmpty());
  EXPECT_EQ(two.problem, "'Li Wei' may be 2 on the roster: lines 3 and 4");
  EXPECT_EQ(match_submission(roster, "mallory", {}).problem, "nobody on the roster is called 'mallory'");
  const RosterMatch group = match_submission(roster, "x", {{"Eve", "66", "eve@x"}, {"Ada", "42", ""}});
  EXPECT_THAT(group.entries, ElementsAre(0U));
  EXPECT_EQ(group.problem, "nobody on the roster is called 'Eve'");
}

}  // namespace
}  // namespace warpledger
