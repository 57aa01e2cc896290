#include "submissions/read_archive.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>

#include "spec/library_fixture.h"
#include "submissions/archive_fixture.h"
#include "submissions/libarchive.h"
#include "submissions/submissions.h"

namespace warpledger {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::Pair;

class ReadArchive : public testing::Test {
 protected:
  std::map<std::string, std::string> files_of(MadeKind kind, const std::vector<MadeEntry>& entries) const {
    files_.write("made", made_archive(kind, entries));
    std::map<std::string, std::string> read;
    read_archive(
        files_.path("made"), kSubmissionArchive, [](const std::string& name) { return name.ends_with(".cu"); },
        [&](const std::string& name, std::string bytes) { read[name] = std::move(bytes); });
    return read;
  }
  TemporaryLibrary files_;
};

TEST_F(ReadArchive, GivesTheWantedFilesOfEachKind) {
  const std::vector<MadeEntry> entries = {{.name = "work/", .type = S_IFDIR},
                                          {.name = "./work/norm.cu", .bytes = "// norm\n"},
                                          {.name = "work/readme.txt", .bytes = "fast"},
                                          {.name = "work/./m\xc3\xbcller.cu", .bytes = std::string(70'000, 'x')}};
  for (const MadeKind kind : {MadeKind::zip, MadeKind::stored_zip, MadeKind::tar, MadeKind::tar_gz, MadeKind::pax_gz})
    EXPECT_THAT(files_of(kind, entries),
                ElementsAre(Pair("work/m\xc3\xbcller.cu", std::string(70'000, 'x')), Pair("work/norm.cu", "// norm\n")))
        << static_cast<int>(kind);
}

TEST_F(ReadArchive, IsKnownByItsNameInAnyCase) {
  for (const char* name : {"anna.zip", "anna.ZIP", "anna.tar.gz", "anna.Tgz", "anna.tar"}) {
    EXPECT_TRUE(is_archive_name(name)) << name;
    EXPECT_EQ(archive_stem(name), "anna");
  }
  for (const char* name : {"anna.gz", "zip", "anna.cu", "anna.zip.cu"}) EXPECT_FALSE(is_archive_name(name)) << name;
}

TEST_F(ReadArchive, WithoutTheLibrarySaysWhatToInstall) {
  EXPECT_EQ(files_.message([] { open_libarchive("libarchive.so.none"); }),
            "archives cannot be read, because libarchive is not installed\n"
            "hint: install libarchive13 (on Debian 13 and Ubuntu 24.04 libarchive13t64), or unpack them into folders");
}

TEST_F(ReadArchive, ASubmissionIsTheSameAsItsFolderIs) {
  const std::string source = "#include \"sum.CUH\"\n";
  const std::vector<MadeEntry> entries = {{.name = "a/norm.CU", .bytes = source}, {.name = "a/sum.CUH"}};
  files_.write("in/anna.zip", made_archive(MadeKind::zip, entries));
  files_.write("in/ben/a/norm.CU", source);
  files_.write("in/ben/a/sum.CUH", "");
  files_.write("in/carl/upload.tar.gz", made_archive(MadeKind::tar_gz, entries));
  const ReadClass read = read_class(files_.path("in"));
  ASSERT_EQ(read.submissions.size(), 3U);
  for (const ReadSubmission& one : read.submissions) {
    ASSERT_TRUE(one.submission) << one.refusal;
    ASSERT_EQ(one.submission->files.size(), 2U) << one.name;
    EXPECT_EQ(one.submission->files[0].name, "a/norm.cu");
    EXPECT_EQ(one.submission->files[0].text, source);
    EXPECT_EQ(one.submission->files[1].name, "a/sum.CUH");
    EXPECT_EQ(digest_of(one), digest_of(read.submissions[0]));
  }
  EXPECT_EQ(read_submission(files_.path("in/anna.zip")).name, "anna");
}

TEST_F(ReadArchive, WithANameThatCannotBeShownIsNamed) {
  files_.write("class/anna.zip", made_archive(MadeKind::zip, {{.name = "src/no\"rm.cu", .bytes = "// x\n"}}));
  EXPECT_THAT(read_class(files_.path("class")).submissions.at(0).refusal,
              testing::StartsWith("anna.zip: 'src/no\"rm.cu'"));
  files_.write("class.zip", made_archive(MadeKind::zip, {{.name = "an\"na/norm.cu"}, {.name = "ben.cu"}}));
  EXPECT_THAT(files_.message([&] { read_class(files_.path("class.zip")); }),
              testing::StartsWith("class.zip: 'an\"na'"));
}

}  // namespace
}  // namespace warpledger
