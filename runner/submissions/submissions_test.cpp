#include "submissions/submissions.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include "spec/library_fixture.h"

namespace warpledger {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

std::vector<std::string> names_of(const Submission& submission) {
  std::vector<std::string> names;
  for (const SourceFile& file : submission.files) names.push_back(file.name);
  return names;
}

class Submissions : public testing::Test {
 protected:
  std::string refusal(const std::string& path) const {
    return files_.message([&] { read_submission(files_.path(path)); });
  }
  TemporaryLibrary files_;
};

TEST_F(Submissions, AFolderIsItsDeviceCodeSortedAndNamedRelativeToIt) {
  files_.write("in/anna/norm.cu", "// norm\n");
  files_.write("in/anna/sub/sum.cuh", "// sum\n");
  files_.write("in/anna/a.hpp", "");
  files_.write("in/anna/results.txt", "fast!");
  files_.write("in/anna/.git/hidden.cu", "");
  files_.write("in/anna/.backup.cu", "");
  const Submission submission = read_submission(files_.path("in/anna/"));
  EXPECT_EQ(submission.name, "anna");
  EXPECT_THAT(names_of(submission), ElementsAre("a.hpp", "norm.cu", "sub/sum.cuh"));
  EXPECT_EQ(submission.files[1].text, "// norm\n");
}

TEST_F(Submissions, AFileIsASubmissionOfItsOwnUnlessItIsCalledOtherwise) {
  files_.write("in/ben.cu", "// ben\n");
  EXPECT_EQ(read_submission(files_.path("in/ben.cu")).name, "ben");
  EXPECT_THAT(names_of(read_submission(files_.path("in/ben.cu"))), ElementsAre("ben.cu"));
  EXPECT_EQ(read_submission(files_.path("in/ben.cu"), "s-07").name, "s-07");
}

TEST_F(Submissions, WhatIsNeitherAFolderNorACuFileIsRefused) {
  files_.write("in/notes.txt", "");
  EXPECT_EQ(
      refusal("in/notes.txt"),
      "'in/notes.txt': not a submission\nhint: name a folder of device code, a .cu file, or a .zip or .tar.gz of them");
  EXPECT_EQ(refusal("in/nobody"),
            "'in/nobody': no such file or folder\nhint: name a folder of device code, a .cu file, or a .zip or .tar.gz "
            "of them");
}

TEST_F(Submissions, AFolderWithoutACuFileIsRefused) {
  files_.write("in/anna/norm.h", "");
  EXPECT_EQ(refusal("in/anna"), "in/anna: this folder has no .cu file\nhint: put the kernels' .cu files into it");
}

TEST_F(Submissions, ALinkThatLeadsOutOfTheFolderIsRefused) {
  files_.write("in/anna/norm.cu", "");
  std::filesystem::create_symlink("../../kernels/scale/reference.cu", files_.path("in/anna/mine.cu"));
  EXPECT_EQ(refusal("in/anna"),
            "in/anna/mine.cu: a link to outside the submission's folder\n"
            "hint: replace it with a copy of the file");
}

TEST_F(Submissions, ALinkWithinTheFolderIsRead) {
  files_.write("in/anna/norm.cu", "// norm\n");
  std::filesystem::create_symlink("norm.cu", files_.path("in/anna/again.cu"));
  EXPECT_EQ(read_submission(files_.path("in/anna")).files.at(0).text, "// norm\n");
}

TEST_F(Submissions, AFolderThatALinkLeadsToIsNotRead) {
  files_.write("in/anna/norm.cu", "");
  std::filesystem::create_directory_symlink("../../kernels", files_.path("in/anna/more"));
  EXPECT_THAT(names_of(read_submission(files_.path("in/anna"))), ElementsAre("norm.cu"));
}

TEST_F(Submissions, APipeIsRefusedInsteadOfWaitedFor) {
  files_.write("in/anna/norm.cu", "");
  ASSERT_EQ(mkfifo(files_.path("in/anna/pipe.cu").c_str(), 0600), 0);
  EXPECT_EQ(refusal("in/anna"), "in/anna/pipe.cu: not a regular file\nhint: remove it");
  ASSERT_EQ(mkfifo(files_.path("in/ben.cu").c_str(), 0600), 0);
  EXPECT_EQ(read_class(files_.path("in")).submissions.at(1).refusal,
            "ben.cu: neither a file nor a folder\nhint: remove it");
}

TEST_F(Submissions, AFileAboveTheLimitIsRefused) {
  files_.write("in/anna/norm.cu", std::string((1 << 20) + 1, ' '));
  EXPECT_EQ(refusal("in/anna"),
            "in/anna/norm.cu: the file has 1.0 MiB, more than a submission's file may have\nhint: keep each file below "
            "1 MiB");
  files_.write("in/anna/norm.cu", std::string(1 << 20, ' '));
  EXPECT_EQ(refusal("in/anna"), "no error");
}

TEST_F(Submissions, MoreFilesThanTheLimitAreRefused) {
  for (int i = 0; i < 64; ++i) files_.write("in/anna/f" + std::to_string(i) + ".cu", "");
  EXPECT_EQ(refusal("in/anna"), "no error");
  files_.write("in/anna/one_more.h", "");
  EXPECT_EQ(refusal("in/anna"),
            "in/anna: more than 64 files of device code\nhint: remove what the kernels do not include");
}

TEST_F(Submissions, TextThatIsNoTextIsRefusedAtItsLine) {
  files_.write("in/anna/norm.cu", "// x\n   caf\xe9\n");
  EXPECT_EQ(refusal("in/anna"), "norm.cu:2:7: byte 0xe9 is not UTF-8\nhint: save the file as UTF-8");
  files_.write("in/anna/norm.cu", std::string("int a;\0int b;", 13));
  EXPECT_EQ(refusal("in/anna"), "norm.cu:1:7: control character 0x00\nhint: remove it");
  files_.write("in/anna/norm.cu", "// x\r#include \"/etc/passwd\"\n");
  EXPECT_EQ(refusal("in/anna"), "norm.cu:1:5: control character 0x0d\nhint: remove it");
  files_.write("in/anna/norm.cu", "   a surrogate \xed\xa0\x80\n");
  EXPECT_EQ(refusal("in/anna"), "norm.cu:1:16: byte 0xed is not UTF-8\nhint: save the file as UTF-8");
  files_.write("in/anna/norm.cu", "\xef\xbb\xbf// \xce\xb8\r\n\t\f\r\n");
  EXPECT_EQ(refusal("in/anna"), "no error");
}

TEST_F(Submissions, AByteOfACommentThatIsNotUtf8IsReplacedWhereAllSeeIt) {
  files_.write("in/anna/norm.cu", "int a;  // f\xfcr\n/* \xe4\n\xc3\xa4 */ char b[] = \"\xc3\xbc // \";\n");
  EXPECT_EQ(read_submission(files_.path("in/anna")).files[0].text,
            "int a;  // f\xef\xbf\xbdr\n/* \xef\xbf\xbd\n\xc3\xa4 */ char b[] = \"\xc3\xbc // \";\n");
}

TEST_F(Submissions, AByteOrderMarkIsLeftOut) {
  files_.write("in/anna/norm.cu", "\xef\xbb\xbfint a;\n");
  EXPECT_EQ(read_submission(files_.path("in/anna")).files[0].text, "int a;\n");
}

TEST_F(Submissions, ANameThatNoMessageCouldShowIsRefused) {
  files_.write("in/anna/no\"rm.cu", "");
  EXPECT_THAT(refusal("in/anna"),
              HasSubstr("in/anna: 'no\"rm.cu': the name of a submission or of its file contains a quote"));
  files_.write("in/b\xe9n.cu", "");
  EXPECT_THAT(refusal("in/b\xe9n.cu"),
              HasSubstr("in: 'b\\xe9n': the name of a submission or of its file contains a quote"));
}

TEST_F(Submissions, OfAFolderAreItsFoldersAndCuFilesByName) {
  files_.write("in/zoe/norm.cu", "");
  files_.write("in/ben.cu", "");
  files_.write("in/.old/norm.cu", "");
  files_.write("in/grades.csv", "");
  files_.write("in/anna/readme.txt", "");
  const std::vector<ReadSubmission> read = read_class(files_.path("in")).submissions;
  ASSERT_EQ(read.size(), 3);
  EXPECT_EQ(read[0].name, "anna");
  EXPECT_FALSE(read[0].submission);
  EXPECT_THAT(read[0].refusal, HasSubstr("this folder has no .cu file"));
  EXPECT_EQ(read[1].submission.value().name, "ben");
  EXPECT_EQ(read[2].submission.value().name, "zoe");
  EXPECT_EQ(read[2].refusal, "");
}

TEST_F(Submissions, ThatCannotBeReadAreRefusedWithoutSayingWhereTheyLie) {
  files_.write("in/anna/norm.cu", "int n = \x01;");
  files_.write("in/ben/readme.txt", "");
  files_.write("in/carl/norm.cu", "");
  std::filesystem::create_symlink("/etc/passwd", files_.path("in/carl/norm.h"));
  for (const ReadSubmission& one : read_class(files_.path("in")).submissions)
    EXPECT_THAT(one.refusal, testing::Not(HasSubstr(files_.path("")))) << one.name;
}

TEST_F(Submissions, OfNamesThatNoPageCouldShowAreRefusedAllAtOnceBeforeAnyIsRead) {
  files_.write("in/an\nna.cu", "");
  files_.write("in/be\xe2\x80\xaen.cu", "");  // right-to-left override
  files_.write("in/carl.cu", "");
  const std::string message = files_.message([&] { read_class(files_.path("in")); });
  EXPECT_THAT(message, HasSubstr("in: 'an na': the name of a submission"));
  EXPECT_THAT(message, HasSubstr("in: 'be\\u202en': the name of a submission"));
}

TEST_F(Submissions, AreNotTheFilesThatArePassedOverEachWithWhy) {
  for (const char* file :
       {"erik.rar", "fred.c", "gina.cuh", "README", ".DS_Store", "__MACOSX/ben/._norm.cu", "ben.cu", "anna/norm.cu"})
    files_.write(std::string("in/") + file, "");
  std::string listed;
  for (const PassedOver& one : read_class(files_.path("in")).passed_over) listed += one.file + ": " + one.why + "\n";
  EXPECT_EQ(listed,
            ".DS_Store: hidden, because its name begins with '.'\n"
            "README: neither a folder nor a .cu file nor an archive\n"
            "__MACOSX: what macOS adds to archives\n"
            "erik.rar: an archive of a kind that is not read; unpack it into a folder, or pack it as .zip or .tar.gz\n"
            "fred.c: not a .cu file; rename it, or put it into a folder\n"
            "gina.cuh: not a .cu file; rename it, or put it into a folder\n");
}

TEST_F(Submissions, OfAFolderThatIsALinkIsRefusedAlone) {
  files_.write("in/anna/norm.cu", "");
  std::filesystem::create_directory_symlink("anna", files_.path("in/ben"));
  const std::vector<ReadSubmission> read = read_class(files_.path("in")).submissions;
  EXPECT_TRUE(read.at(0).submission);
  EXPECT_THAT(read.at(1).refusal, HasSubstr("a link, not a submission"));
}

TEST_F(Submissions, OneThatIsALinkIsRefusedAsInAClass) {
  files_.write("norm.cu", "");
  std::filesystem::create_directory(files_.path("in"));
  std::filesystem::create_symlink("../norm.cu", files_.path("in/anna.cu"));
  const std::string refused = "anna.cu: a link, not a submission\nhint: replace it with a copy of its target";
  EXPECT_EQ(refusal("in/anna.cu"), "in/" + refused);
  EXPECT_EQ(read_class(files_.path("in")).submissions.at(0).refusal, refused);
}

TEST_F(Submissions, TwoOfOneNameAreRefused) {
  files_.write("in/anna/norm.cu", "");
  files_.write("in/anna.cu", "");
  EXPECT_EQ(files_.message([&] { read_class(files_.path("in")); }),
            "in: two submissions are called 'anna': anna and anna.cu\nhint: rename one of them; NAME@2 is the second "
            "attempt of NAME");
}

TEST_F(Submissions, AFolderThatHoldsNoneOrIsNotThereIsRefused) {
  files_.write("in/notes.txt", "");
  EXPECT_EQ(files_.message([&] { read_class(files_.path("in")); }),
            "in: no submission in this folder\nhint: put a folder, a .cu file or an archive per person into "
            "it");
  EXPECT_EQ(files_.message([&] { read_class(files_.path("nowhere")); }),
            "nowhere: cannot be read: No such file or directory\nhint: check that it exists and is readable");
}

TEST_F(Submissions, OfAnArchiveWithoutEntriesAreRefusedAsNone) {
  files_.write("in.zip", "PK\x05\x06" + std::string(18, '\0'));
  EXPECT_EQ(files_.message([&] { read_class(files_.path("in.zip")); }),
            "in.zip: the archive is empty\nhint: hand in a .zip or .tar.gz of the files alone");
}

}  // namespace
}  // namespace warpledger
