// The pages of a graded class: what `grade --output` writes, what a student may see, adjustments, flags, pseudonyms.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <set>
#include <string>

#include "base/file.h"
#include "e2e/graded_folder.h"

namespace warpledger::e2e {
namespace {

namespace fs = std::filesystem;
using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

const std::vector<std::string> kNames = {"anna_meier", "ben_kurz", "carla_voss", "dora_lang"};

/// One grading for all tests of this suite. Anna and Ben handed in the same; Dora's does not compile.
class GradePages : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    folder_ = new GradedFolder;
    folder_->submit("anna_meier", "plain");
    folder_->submit("ben_kurz", "plain");
    folder_->submit("carla_voss", "zeros");
    folder_->submit("dora_lang", "does_not_compile");
    folder_->run();
  }
  static void TearDownTestSuite() { delete folder_; }

  static const GradedFolder& folder() { return *folder_; }
  static std::string text_of(const std::string& file) { return read_file(folder().path() + "/" + file); }

  /// Writes the pages into a folder `pages`, and gives its path.
  static std::string write(const std::string& pages, std::vector<std::string> more = {}) {
    more.insert(more.end(), {"--output", pages});
    const Ended graded = folder().grade(more);
    EXPECT_EQ(graded.exit_code, 0) << graded.err;
    return folder().path() + "/" + pages;
  }

  static void adjust(const std::string& name, const std::vector<std::string>& by, const std::string& reason) {
    std::vector<std::string> arguments = {"adjust", "squares", name, "--reason", reason, "--author", "ta"};
    arguments.insert(arguments.end(), by.begin(), by.end());
    const Ended adjusted = warpledger(arguments, folder().path());
    EXPECT_EQ(adjusted.exit_code, 0) << adjusted.err;
  }

 private:
  static inline const GradedFolder* folder_ = nullptr;
};

std::set<std::string> files_in(const std::string& folder) {
  std::set<std::string> files;
  for (const auto& entry : fs::recursive_directory_iterator(folder))
    if (entry.is_regular_file()) files.insert(fs::relative(entry.path(), folder));
  return files;
}

/// The files below `folder` in one text, with their names.
std::string all_of(const std::string& folder) {
  std::string all;
  for (const std::string& file : files_in(folder)) all += file + "\n" + read_file(folder + "/" + file) + "\n";
  return all;
}

TEST_F(GradePages, AreThoseOfTheClassAndThreeOfEachStudent) {
  const std::set<std::string> files = files_in(write("all"));
  for (const char* file : {"class.txt", "class.md", "class.csv", "class.html", "copies.html", "gradebook.csv"})
    EXPECT_TRUE(files.contains(file)) << file;
  for (const std::string& name : kNames)
    for (const char* file : {"index.html", "index.md", "results.json"})
      EXPECT_TRUE(files.contains(fs::path("students") / name / file)) << name << file;
  EXPECT_EQ(files.size(), 6 + 4 * 3);
}

TEST_F(GradePages, OfAHostSayEverywhereThatItIsCheckedAndNotGraded) {
  const std::string pages = write("host");
  const auto note = testing::ContainsRegex("[Cc]hecked, not graded");
  for (const std::string& file : files_in(pages)) {
    const std::string text = read_file(fs::path(pages) / file);
    if (on_cuda())
      EXPECT_THAT(text, Not(note)) << file;
    else
      EXPECT_THAT(text, note) << file;
  }
  if (on_cuda()) return;
  for (const char* format : {"text", "md", "csv", "html"})
    EXPECT_THAT(folder().grade({"--format", format}).out, note) << format;
  EXPECT_THAT(warpledger({"inspect", "squares", "anna_meier"}, folder().path()).out, note);
}

/// What is handed in as a file of its author's name, and again by somebody else.
TEST(GradePagesOfFiles, ShowNobodyTheNameOfAnothersFile) {
  const GradedFolder folder;
  fs::create_directories(folder.submissions());
  const std::string right =
      "__global__ void square(float* y, const float* x, long long n) {\n"
      "  for (long long i = threadIdx.x + blockIdx.x * blockDim.x; i < n; i += blockDim.x * gridDim.x)\n"
      "    y[i] = x[i] * x[i] + 0.5f * x[i + 1 < n ? i + 1 : 0];\n}\n";
  for (const char* name : {"anna", "ben"}) write_file(folder.submissions() + "/" + name + ".cu", right);
  for (const char* name : {"carla", "dora"})
    write_file(folder.submissions() + "/" + name + ".cu", right + "int nonsense = ;\n");
  for (const char* name : {"emil", "fritz"})
    write_file(folder.submissions() + "/" + name + ".cu", "#include \"/etc/passwd\"\n" + right);
  ASSERT_EQ(warpledger(folder.running({"--output", "pages"}), folder.path()).exit_code, 0);
  const std::vector<std::string> names = {"anna", "ben", "carla", "dora", "emil", "fritz"};
  for (const std::string& name : names) {
    const std::string inspected = warpledger({"inspect", "squares", name}, folder.path()).out;
    for (const std::string& other : names) {
      if (other == name) continue;
      EXPECT_THAT(inspected, Not(HasSubstr(other + ".cu"))) << name;
      for (const std::string& file : files_in(folder.path() + "/pages/students/" + name))
        EXPECT_THAT(read_file(folder.path() + "/pages/students/" + name + "/" + file), Not(HasSubstr(other))) << name;
    }
  }
  EXPECT_THAT(read_file(folder.path() + "/pages/students/carla/index.md"), HasSubstr("compile_failed, square.cu"));
  EXPECT_THAT(read_file(folder.path() + "/pages/students/emil/results.json"),
              AllOf(Not(HasSubstr("compile_failed")), Not(HasSubstr("invalid_point")), HasSubstr("emil.cu:1")));
}

/// Ben's is Anna's with other names, Carla's that of an earlier year.
TEST(GradePagesOfFiles, ShowNearCopiesToTheLecturerAlone) {
  const GradedFolder folder;
  fs::create_directories(folder.submissions());
  fs::create_directories(folder.path() + "/2023/fritz");
  const auto submit = [&](const std::string& file, const std::string& text) {
    write_file(folder.path() + "/" + file, "__global__ void square(float* y, const float* x, long long n) {\n" + text);
  };
  submit("class/anna.cu",
         "  const long long stride = blockDim.x * gridDim.x;\n  long long at = threadIdx.x + blockIdx.x * blockDim.x;\n"
         "  while (at < n) {\n    float next = at + 1 < n ? x[at + 1] : x[0];\n    float own = x[at] * x[at];\n"
         "    y[at] = own + 0.5f * next;\n    at += stride;\n  }\n}\n");
  submit("class/ben.cu",
         "  // my own </pre><script>alert(1)</script>\n  int step = blockDim.x * gridDim.x;\n"
         "  int k = threadIdx.x + blockIdx.x * blockDim.x;\n  while (k < n) { float b = k + 1 < n ? x[k + 1] : x[0];\n"
         "    float a = x[k] * x[k]; y[k] = a + 0.5f * b; k += step; }\n}\n");
  const std::string loop =
      "  for (long long i = blockIdx.x; i < n; i += gridDim.x) {\n    if (threadIdx.x != 0) continue;\n"
      "    const auto squared = [](float v) { return v * v; };\n    float sum = squared(x[i]);\n"
      "    if (i + 1 == n) sum += x[0] / 2; else sum += x[i + 1] / 2;\n    y[i] = sum;\n  }\n}\n";
  submit("class/carla.cu", loop);
  submit("2023/fritz/k.cu", "  int nothing;\n" + loop);
  const Ended graded = warpledger(folder.running({"--output", "pages", "--compare-with", "2023"}), folder.path());
  ASSERT_EQ(graded.exit_code, 0) << graded.err;
  EXPECT_THAT(graded.err, HasSubstr("2 pairs have much code in common: pages/copies.html"));
  write_file(folder.path() + "/taken", "");
  const Ended unwritten = warpledger(folder.running({"--output", "taken/pages"}), folder.path());
  EXPECT_THAT(unwritten.err, HasSubstr("taken/pages: cannot be created"));
  EXPECT_THAT(unwritten.err, Not(HasSubstr("copies.html"))) << "it is not there";
  const std::string page = read_file(folder.path() + "/pages/copies.html");
  EXPECT_THAT(page, AllOf(HasSubstr("anna – ben"), HasSubstr("carla – 2023/fritz"), HasSubstr("float own = x[at]")));
  EXPECT_THAT(page, Not(HasSubstr("<script>alert")));
  for (const char* name : {"anna", "ben", "carla"})
    EXPECT_THAT(all_of(folder.path() + "/pages/students/" + name), Not(testing::ContainsRegex("copies|fritz")));
  ASSERT_EQ(folder.grade({"--output", "hidden", "--compare-with", "2023", "--pseudonyms", "names.csv"}).exit_code, 0);
  EXPECT_THAT(read_file(folder.path() + "/hidden/copies.html"),
              AllOf(HasSubstr("2 pairs"), Not(testing::ContainsRegex("anna|ben\\b|carla|fritz|own = x"))));
}

TEST_F(GradePages, AreTakenByGradescope) {
  const std::string folder_of_pages = write("gradescope");
  const Ended valid = shell(
      "for results in gradescope/students/*/results.json; do python3 -W ignore -m jsonschema -i \"$results\" "
      "\"$WARPLEDGER_HOME\"/schema/gradescope-results.schema.json && echo valid; done",
      folder().path());
  EXPECT_EQ(valid.out, "valid\nvalid\nvalid\nvalid\n") << valid.err;
}

/// What the student `own` gets tells of no other one, and not where on the machine anything lies.
void expect_private(const std::string& pages, const std::string& own) {
  const std::string text = all_of(pages + "/students/" + own);
  EXPECT_THAT(text, HasSubstr(own));
  EXPECT_THAT(text, Not(HasSubstr(fs::path(pages).parent_path().string()))) << own;
  EXPECT_THAT(text, Not(HasSubstr(WARPLEDGER_SOURCE_DIR))) << own;
  for (const std::string& other : kNames) {
    if (other == own) continue;
    EXPECT_THAT(text, Not(HasSubstr(other))) << own;
  }
}

TEST_F(GradePages, OfAStudentNameNoOther) {
  const std::string pages = write("own");
  EXPECT_THAT(all_of(pages), HasSubstr("the same as that of ben_kurz")) << "there is a flag that could be shown";
  for (const std::string& name : kNames) expect_private(pages, name);
}

TEST_F(GradePages, OfARankedClassNameNoOther) {
  const std::vector<std::string> ranked = {"grade",    "squares-ranked", "--submissions",     "class",    "--db",
                                           "ranks.db", "--device",       device_under_test(), "--output", "ranked"};
  const Ended graded = warpledger(ranked, folder().path());
  ASSERT_EQ(graded.exit_code, 0) << graded.err;
  EXPECT_THAT(graded.out, HasSubstr("the same as that of ben_kurz"));
  EXPECT_THAT(graded.err, Not(HasSubstr("checked 1 of 4"))) << "there is nothing but the profiled grid";
  for (const std::string& name : kNames) expect_private(folder().path() + "/ranked", name);
  EXPECT_THAT(text_of("ranked/students/anna_meier/index.md"), HasSubstr("Rank: none yet, in a class of 4."));
}

TEST_F(GradePages, SayWhatWasWrong) {
  write("wrong");
  const std::string table = text_of("wrong/class.csv");
  EXPECT_THAT(table,
              AllOf(HasSubstr("\ncarla_voss,0,,0,10,,wrong,"), HasSubstr("\ndora_lang,0,,0,10,,does not compile,")));
  EXPECT_THAT(text_of("wrong/students/carla_voss/index.md"), HasSubstr("y[0]: got 0, expected"));
  EXPECT_THAT(text_of("wrong/students/dora_lang/index.md"), HasSubstr("undeclared"));
}

TEST_F(GradePages, WithPseudonymsHoldNoName) {
  const std::string pages = write("hidden", {"--pseudonyms", "names.csv"});
  for (const std::string& file : files_in(pages))
    for (const std::string& name : kNames) {
      EXPECT_THAT(file, Not(HasSubstr(name)));
      EXPECT_THAT(read_file(pages + "/" + file), Not(HasSubstr(name))) << file;
    }
}

TEST_F(GradePages, KeepPseudonymsInAFileForTheOwnerAlone) {
  const std::string pages = write("first", {"--pseudonyms", "kept.csv"});
  const std::string names = text_of("kept.csv");
  EXPECT_THAT(names, HasSubstr(",anna_meier\n"));
  EXPECT_EQ(fs::status(folder().path() + "/kept.csv").permissions(), fs::perms::owner_read | fs::perms::owner_write);
  EXPECT_EQ(files_in(write("second", {"--pseudonyms", "kept.csv"})), files_in(pages));
  EXPECT_EQ(text_of("kept.csv"), names);
}

TEST_F(GradePages, ShowAnAdjustmentAndItsReason) {
  adjust("carla_voss", {"--points", "4"}, "explained it in the lab");
  EXPECT_EQ(folder().totals().at("carla_voss"), 4);
  write("adjusted");
  EXPECT_THAT(text_of("adjusted/students/carla_voss/index.md"), HasSubstr("by ta: explained it in the lab"));
}

TEST_F(GradePages, FlagTheSameSourceUntilAPersonHasLooked) {
  const std::string flag = "ben_kurz: the source of square is the same as that of anna_meier";
  EXPECT_THAT(folder().grade().out, HasSubstr(flag));
  adjust("ben_kurz", {"--percent", "-10"}, "one day late");
  EXPECT_THAT(folder().grade().out, HasSubstr(flag)) << "being late settles no flag";
  adjust("ben_kurz", {"--points", "0"}, "worked together, as was allowed");
  EXPECT_THAT(folder().grade().out, Not(HasSubstr(flag)));
  EXPECT_EQ(folder().totals().at("ben_kurz"), 9);
}

}  // namespace
}  // namespace warpledger::e2e
