#include "ledger/run_files.h"

#include <filesystem>

#include "store/ledger_fixture.h"

namespace warpledger {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

class RunFiles : public LedgerTest {
 protected:
  static RunInfo info_with(std::vector<SourceFile> texts) {
    RunInfo info = run_info();
    info.texts = std::move(texts);
    return info;
  }
  std::string refusal(const std::vector<SourceFile>& files) const {
    return message_of([&] { write_files(files, in_folder("out")); });
  }
};

TEST_F(RunFiles, OfARunAreItsExperimentAndEveryTextOfItsPlan) {
  const std::string run = write_run(1, info_with({{"kernels/norm/a.cu", "// a\n"}, {"kernels/norm/family.yaml", "f"}}));
  const std::vector<SourceFile> files = files_of_run(read_latest(), run);
  ASSERT_EQ(files.size(), 3);
  EXPECT_EQ(files[0].name, "experiments/" + run_info().experiment + ".yaml");
  EXPECT_EQ(files[0].text, run_info().experiment_text);
  EXPECT_EQ(files[1], (SourceFile{"kernels/norm/a.cu", "// a\n"}));
}

TEST_F(RunFiles, AreWrittenIntoANewFolder) {
  write_files({{"a.cu", "1"}, {"b/c/d.h", std::string("2\0", 2)}}, in_folder("new/out"));
  EXPECT_EQ(read_file(in_folder("new/out/a.cu")), "1");
  EXPECT_EQ(read_file(in_folder("new/out/b/c/d.h")), std::string("2\0", 2));
}

TEST_F(RunFiles, AreNotWrittenIntoAFolderWithFiles) {
  write_files({{"a.cu", "1"}}, in_folder("out"));
  EXPECT_THAT(refusal({{"b.cu", "2"}}), HasSubstr("this folder is not empty"));
}

TEST_F(RunFiles, WhoseNameLeadsElsewhereAreRefusedBeforeAnythingIsWritten) {
  for (const std::string& name : {std::string("../x"), std::string("/tmp/x"), std::string("a/../../x"), std::string(""),
                                  std::string("."), std::string("a/"), std::string("a/./b"), std::string("a\0b", 3)})
    EXPECT_THAT(refusal({{"good.cu", "1"}, {name, "2"}}), HasSubstr("no name of a file below a folder")) << name;
  EXPECT_THAT(refusal({{"a", "1"}, {"a", "2"}}), HasSubstr("two files 'a'"));
  EXPECT_FALSE(std::filesystem::exists(in_folder("out")));
}

TEST_F(RunFiles, OfWhichOneIsTheFolderOfAnotherAreRefused) {
  EXPECT_THAT(refusal({{"a", "1"}, {"a/b", "2"}}), HasSubstr("the folder cannot be made"));
}

TEST_F(RunFiles, ChangesAreAUnifiedDiff) {
  EXPECT_EQ(changes_of_files({{"k/a.cu", "one\ntwo\n"}, {"k/b.cu", "same\n"}},
                             {{"k/a.cu", "one\n2\n"}, {"k/b.cu", "same\n"}}),
            "--- a/k/a.cu\n+++ b/k/a.cu\n@@ -1,2 +1,2 @@\n one\n-two\n+2\n");
  EXPECT_THAT(changes_of_files({{"a", "x\n"}}, {{"a", "x\n"}}), IsEmpty());
}

TEST_F(RunFiles, OfOneSideOnlyAreNewOrGone) {
  EXPECT_EQ(changes_of_files({{"gone", "x\n"}}, {{"new", "y\n"}}),
            "--- a/gone\n+++ /dev/null\n@@ -1 +0,0 @@\n-x\n--- /dev/null\n+++ b/new\n@@ -0,0 +1 @@\n+y\n");
}

TEST_F(RunFiles, WithBytesThatAreNoTextAreComparedAll) {
  EXPECT_THAT(changes_of_files({{"a", std::string("x\0\n1\n", 5)}}, {{"a", std::string("x\0\n2\n", 5)}}),
              HasSubstr("\n-1\n+2\n"));
}

TEST_F(RunFiles, TheRunBeforeIsOfTheSameExperimentAndSubmission) {
  const std::string first = write_run(1);
  RunInfo other = run_info();
  other.submission = "anna";
  const std::string of_anna = write_run(1, other);
  const std::string last = write_run(1);
  const LedgerReader reader = read_latest();
  EXPECT_EQ(run_before(reader, last), first);
  EXPECT_EQ(run_before(reader, first), "");
  EXPECT_EQ(run_before(reader, of_anna), "");
}

}  // namespace
}  // namespace warpledger
