#include "submissions/class_folder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "spec/library_fixture.h"
#include "submissions/archive_fixture.h"

namespace warpledger {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

/// Returns lines like "ada#1 2026-...: norm.cu, sum.cuh" or "ben#1: refused".
std::vector<std::string> lines_of(const ReadClass& read) {
  std::vector<std::string> lines;
  for (const ReadSubmission& one : read.submissions) {
    std::string line = one.name + "#" + std::to_string(one.hand_in.attempt) + " " + one.hand_in.submitted_utc + ":";
    if (one.hand_in.marked_late) line += " late:";
    if (!one.submission) line += " refused";
    if (one.submission)
      for (const SourceFile& file : one.submission->files) line += " " + file.name;
    lines.push_back(line);
  }
  return lines;
}

class ClassFolder : public testing::Test {
 protected:
  void write(const std::vector<std::string>& names) const {
    for (const std::string& name : names) files_.write("in/" + name, "// " + name + "\n");
  }
  std::vector<std::string> lines() const { return lines_of(read_class(files_.path("in"))); }
  std::vector<std::string> passed_over() const {
    std::vector<std::string> files;
    for (const PassedOver& one : read_class(files_.path("in")).passed_over) files.push_back(one.file);
    return files;
  }
  TemporaryLibrary files_;
};

TEST_F(ClassFolder, FilesOfAnyCaseAndOfCppAreSubmissions) {
  write({"fred.cpp", "gina.CU", "hugo.CC", "ida/norm.cu", "ida/main.cpp", "jan/a.cxx", "jan/b.hpp"});
  EXPECT_THAT(lines(), ElementsAre("fred#1 : fred.cu", "gina#1 : gina.cu", "hugo#1 : hugo.cu", "ida#1 : norm.cu",
                                   "jan#1 : a.cu b.hpp"));
}

TEST_F(ClassFolder, AProgramBesideAKernelIsNotLookedAt) {
  write({"ida/norm.cu"});
  files_.write("in/ida/main.cpp", "\x01\xff");
  EXPECT_THAT(lines(), ElementsAre("ida#1 : norm.cu"));
}

TEST_F(ClassFolder, ANumberBehindAnAtIsAnAttempt) {
  write({"anna@2.cu", "anna.cu", "anna@10/norm.cu", "ben@uni.cu", "@3.cu"});
  EXPECT_THAT(lines(), ElementsAre("@3#1 : @3.cu", "anna#1 : anna.cu", "anna#2 : anna@2.cu", "anna#10 : norm.cu",
                                   "ben@uni#1 : ben@uni.cu"));
  write({"anna@1.cpp"});
  EXPECT_THAT(files_.message([&] { lines(); }), HasSubstr("two submissions are called 'anna': anna.cu and anna@1.cpp"));
}

TEST_F(ClassFolder, CanvasNamesAreTakenApart) {
  const auto plain = parse_canvas_name("lovelaceada_1234_5678_my_norm-1.cu");
  ASSERT_TRUE(plain);
  EXPECT_EQ(plain->student, "lovelaceada");
  EXPECT_FALSE(plain->late);
  EXPECT_EQ(plain->user, "1234");
  EXPECT_EQ(plain->file, "my_norm-1.cu");
  const auto late = parse_canvas_name("lovelaceada_LATE_1234_5678_norm.cu");
  ASSERT_TRUE(late);
  EXPECT_TRUE(late->late);
  EXPECT_EQ(late->student, "lovelaceada");
  EXPECT_EQ(parse_canvas_name("LATE_anon_x7Yz_5678_norm.cu")->student, "anon_x7Yz");
  for (const char* name : {"norm.cu", "ada_1234_norm.cu", "ada_x_5678_norm.cu", "_1_2_", "ada_1_2_"})
    EXPECT_FALSE(parse_canvas_name(name)) << name;
}

TEST_F(ClassFolder, OfCanvasHasAllFilesOfAStudentTogether) {
  write({"babbagecharles_7_71_norm.cu", "lovelaceada_LATE_8_81_norm.CU", "lovelaceada_LATE_8_82_sum.cuh",
         "hopper_9_text.html", "turing_10_101_notes.pdf"});
  files_.write("in/turing_10_102_work.zip", made_archive(MadeKind::zip, {{.name = "norm.cu"}, {.name = "sum.cuh"}}));
  EXPECT_THAT(lines(), ElementsAre("babbagecharles#1 : norm.cu", "lovelaceada#1 : late: norm.cu sum.cuh",
                                   "turing#1 : norm.cu sum.cuh"));
  EXPECT_THAT(passed_over(), ElementsAre("hopper_9_text.html", "turing_10_101_notes.pdf"));
}

TEST_F(ClassFolder, OfCanvasPassesOverWhatSomebodyPutBesideIt) {
  write({"babbagecharles_7_71_norm.cu", "lovelaceada_8_81_norm.cu", "solution/norm.cu"});
  EXPECT_THAT(lines(), ElementsAre("babbagecharles#1 : norm.cu", "lovelaceada#1 : norm.cu"));
  EXPECT_THAT(passed_over(), ElementsAre("solution"));
  write({"anna.cu", "ben.cu"});
  EXPECT_THAT(lines(), testing::Contains("anna#1 : anna.cu"));
}

TEST_F(ClassFolder, OfCanvasTellsNamesakesApart) {
  write({"wei_7_71_norm.cu", "wei_8_81_norm.cu"});
  EXPECT_THAT(lines(), ElementsAre("wei (7)#1 : norm.cu", "wei (8)#1 : norm.cu"));
}

constexpr const char* kMetadata =
    "submission_1:\n  :submitters:\n  - {':name': Ada Lovelace, ':sid': 42}\n  :created_at: 2026-10-01 10:00:00 Z\n"
    "submission_2:\n  :submitters:\n  - {':name': Ben}\n  - {':name': Cleo}\n  :created_at: 2026-10-02 10:00:00 Z\n"
    "submission_3:\n  :submitters:\n  - {':name': Ada Lovelace, ':sid': 42}\n  :created_at: 2026-09-30 10:00:00 Z\n"
    "submission_4:\n  :submitters:\n  - {':name': ../Dora}\n";

const std::vector<std::string> kGradescopeLines = {
    "Ada Lovelace#1 2026-09-30T10:00:00Z: norm.cu", "Ada Lovelace#2 2026-10-01T10:00:00Z: norm.cu",
    "Ben + Cleo#1 2026-10-02T10:00:00Z: norm.cu", "_.._Dora#1 : refused"};

TEST_F(ClassFolder, OfGradescopeIsNamedByItsMetadata) {
  write({"submission_1/norm.cu", "submission_2/norm.cu", "submission_3/norm.cu", "submission_9/norm.cu"});
  files_.write("in/submission_metadata.yml", kMetadata);
  EXPECT_EQ(lines(), kGradescopeLines);
  EXPECT_THAT(passed_over(), ElementsAre("submission_9"));
}

TEST_F(ClassFolder, OfOneStudentIsNoExportThoughItHasAFileOfThatName) {
  write({"mallory/submission_1/norm.cu"});
  files_.write("in/mallory/submission_metadata.yml", kMetadata);
  EXPECT_THAT(lines(), ElementsAre(testing::StartsWith("mallory#1 : ")));
}

TEST_F(ClassFolder, AnExportIsReadAsItWasDownloaded) {
  files_.write(
      "export.zip",
      made_archive(MadeKind::zip, {{.name = "assignment_1_export/submission_1/norm.cu"},
                                   {.name = "assignment_1_export/submission_2/norm.cu"},
                                   {.name = "assignment_1_export/submission_3/norm.cu"},
                                   {.name = "assignment_1_export/submission_metadata.yml", .bytes = kMetadata}}));
  EXPECT_EQ(lines_of(read_class(files_.path("export.zip"))), kGradescopeLines);
  files_.write("submissions.zip",
               made_archive(MadeKind::zip, {{.name = "ada_8_81_norm.cu"},
                                            {.name = "ben_LATE_9_91_work.zip",
                                             .bytes = made_archive(MadeKind::zip, {{.name = "norm.cu"}})}}));
  EXPECT_THAT(lines_of(read_class(files_.path("submissions.zip"))),
              ElementsAre("ada#1 : norm.cu", "ben#1 : late: norm.cu"));
}

}  // namespace
}  // namespace warpledger
