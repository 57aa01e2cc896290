#include "grading/hand_in/student_limit.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "base/error.h"
#include "base/file.h"

namespace warpledger {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

constexpr std::int64_t kNow_s = 1'790'000'000;  // 2026-09-21T14:13:20Z

class StudentLimits : public testing::Test {
 protected:
  /// Message of the refusal; empty if accepted.
  std::string told(const std::vector<std::string>& students, std::int64_t now_s) const {
    try {
      StudentLimit(folder_.path().string(), 2).count(students, now_s);
    } catch (const Error& error) {
      return error.problem();
    }
    return "";
  }
  std::string file() const { return (folder_.path() / "check-students").string(); }

  TemporaryFolder folder_;
};

TEST_F(StudentLimits, AreEachStudentsOwnAndSayWhenTheNextIsPossible) {
  EXPECT_EQ(told({"7"}, kNow_s), "");
  EXPECT_EQ(told({"7"}, kNow_s + 600), "");
  EXPECT_THAT(told({"7"}, kNow_s + 1200), HasSubstr("the next is possible at 2026-09-21T15:13:20Z, in 40 min"));
  EXPECT_EQ(told({"8"}, kNow_s + 1200), "");
  EXPECT_EQ(told({"7"}, kNow_s + 3600), "") << "what was refused is not counted";
  EXPECT_NE(told({"7"}, kNow_s + 3700), "");
}

TEST_F(StudentLimits, CountAGroupForEachOfIt) {
  EXPECT_EQ(told({"7", "8"}, kNow_s), "");
  EXPECT_EQ(told({"8", "9"}, kNow_s), "");
  EXPECT_NE(told({"8"}, kNow_s), "");
  EXPECT_NE(told({"7", "8"}, kNow_s), "") << "a partner gets nobody around it";
  EXPECT_EQ(told({"7"}, kNow_s), "");
}

TEST_F(StudentLimits, GiveBackWhatWasNotTakenAndForgetAfterAnHour) {
  EXPECT_EQ(told({"7"}, kNow_s), "");
  EXPECT_EQ(told({"7"}, kNow_s + 1), "");
  StudentLimit(folder_.path().string(), 2).give_back({"7"}, kNow_s + 1);
  EXPECT_EQ(read_file(file()), "1790000000 7\n");
  EXPECT_EQ(told({"8"}, kNow_s + 3600), "");
  EXPECT_EQ(read_file(file()), "1790003600 8\n");
  EXPECT_EQ(told({"8"}, kNow_s), "") << "the clock was set back";
}

TEST_F(StudentLimits, ThatAreDamagedAreNotTakenForNone) {
  write_file(file(), "1790000000 7\nnonsense\n");
  EXPECT_EQ(told({"7"}, kNow_s), "the counts of who handed in are damaged");
}

TEST(StudentsInACommand, AreNumbersAndSomebody) {
  EXPECT_THAT(students_in("check 12 345"), ElementsAre("12", "345"));
  for (const char* none :
       {"", "check", "check ../7", "check 7;8", "check -1", "shell 7", "check 123456789012345678901"})
    EXPECT_THROW(students_in(none), Error) << none;
}

}  // namespace
}  // namespace warpledger
