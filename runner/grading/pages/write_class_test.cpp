#include "grading/pages/write_class.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>

#include "base/error.h"
#include "base/file.h"
#include "grading/score/graded_class_fixture.h"

namespace warpledger {
namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;
using testing::EndsWith;
using testing::HasSubstr;
using testing::IsEmpty;

class WriteClass : public testing::Test {
 protected:
  void write(const GradedClass& graded, const StudentTables& tables) const {
    write_class(graded, folder(), {"", "", {}}, tables, "<p>copies</p>");
  }

  std::string refusal(const GradedClass& graded) const {
    try {
      write(graded, [](const std::string&, Format) { return ""; });
    } catch (const Error& error) {
      return error.problem();
    }
    return "no error";
  }

  std::string folder() const { return outer_.path() / "out/grades/"; }

  std::vector<std::string> files() const {
    std::vector<std::string> found;
    for (const auto& entry : fs::recursive_directory_iterator(outer_.path()))
      if (entry.is_regular_file()) found.push_back(entry.path().lexically_relative(outer_.path()).string());
    std::ranges::sort(found);
    return found;
  }

  TemporaryFolder outer_;
};

TEST_F(WriteClass, MakesTheClassesFilesAndAFolderAStudent) {
  GradedClass graded = small_class();
  graded.submissions.resize(1);
  write(graded, [](const std::string& run, Format format) {
    return format == Format::markdown ? "tables of " + run + "\n" : "";
  });
  EXPECT_THAT(files(), ElementsAre("out/grades/class.csv", "out/grades/class.html", "out/grades/class.md",
                                   "out/grades/class.txt", "out/grades/copies.html", "out/grades/gradebook.csv",
                                   "out/grades/students/anna/index.html", "out/grades/students/anna/index.md",
                                   "out/grades/students/anna/results.json"));
  EXPECT_THAT(read_file(folder() + "students/anna/index.md"), EndsWith("\n\ntables of run-of-anna\n"));
  EXPECT_THAT(read_file(folder() + "class.txt"), HasSubstr("anna              40 "));
  EXPECT_EQ(fs::status(folder()).permissions(), fs::perms::owner_all);
}

TEST_F(WriteClass, LeavesNothingWhenAPageCannotBeMade) {
  EXPECT_THROW(write(small_class(), [](const std::string&, Format) -> std::string { throw Error("no", "yes"); }),
               Error);
  EXPECT_THAT(files(), IsEmpty());
  EXPECT_FALSE(fs::exists(folder()));
}

TEST_F(WriteClass, FillsAnEmptyFolderAndNoOther) {
  fs::create_directories(folder());
  EXPECT_EQ(refusal(small_class()), "no error");
  EXPECT_EQ(refusal(small_class()), "this is not an empty folder");
}

TEST_F(WriteClass, RefusesNamesThatLeadElsewhere) {
  for (const char* name : {"", ".", "..", "../anna", "a/b", "/etc", ".hidden", "an\nna"}) {
    GradedClass graded = small_class();
    graded.submissions[1].sheet.submission = name;
    EXPECT_THAT(refusal(graded), EndsWith("' cannot have a folder of its name")) << name;
  }
  EXPECT_THAT(files(), IsEmpty());
}

TEST_F(WriteClass, RefusesTwoOfOneName) {
  GradedClass graded = small_class();
  graded.submissions[1].sheet.submission = "anna";
  EXPECT_EQ(refusal(graded), "two submissions are called 'anna'");
}

}  // namespace
}  // namespace warpledger
