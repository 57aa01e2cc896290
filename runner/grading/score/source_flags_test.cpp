#include "grading/score/source_flags.h"

#include "base/file.h"
#include "store/ledger_fixture.h"

namespace warpledger {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

class SourceFlags : public LedgerTest {
 protected:
  static Experiment experiment() { return load_experiment(Library({WARPLEDGER_SOURCE_DIR}), "lsu-2024-hw01"); }

  static std::string family_file(const std::string& name) {
    return read_file(std::string(WARPLEDGER_SOURCE_DIR) + "/kernels/norm/" + name);
  }

  void submit(const std::string& submission, const Program& program, const std::string& kernel = "norm_group") {
    RunInfo info = run_info();
    info.submission = submission;
    info.planned_points = 1;
    LedgerWriter writer(path(), kSchema);
    runs_[submission] = writer.begin_run(info);
    Job point = job(0);
    point.kernel = kernel;
    point.program = program;
    point.key = submission;
    writer.record(point, result(0));
    writer.end_run("finished", "");
  }
  void submit(const std::string& submission, const std::string& main) {
    submit(submission, Program{{submission + ".cu", main}, {{"norm.h", "int n;"}}});
  }

  std::map<std::string, std::vector<std::string>> flags() const {
    std::map<std::string, std::vector<std::string>> texts;
    for (const auto& [submission, of_submission] : found().flags) {
      texts[submission];
      for (const Flag& flag : of_submission) texts[submission].push_back(flag_text(flag));
    }
    return texts;
  }

  ClassFlags found() const {
    Experiment graded = experiment();
    graded.grading->common = common_;
    return source_flags(LedgerReader(path(), kSchema), graded, runs_);
  }

  std::map<std::string, std::string> runs_;
  std::map<std::string, std::vector<std::string>> common_;
};

TEST_F(SourceFlags, NameWhoElseHasTheSameBesideCommentsAndWhiteSpace) {
  submit("anna", "void f() { g(); }");
  submit("ben", "// mine\nvoid f()\n{\n  g();\n}\n");
  submit("carl", "void f() { h(); }");
  const auto found = flags();
  EXPECT_THAT(found.at("anna"),
              ElementsAre("the source of norm_group is the same as that of ben, ignoring comments and white space"));
  EXPECT_THAT(found.at("ben"),
              ElementsAre("the source of norm_group is the same as that of anna, ignoring comments and white space"));
  EXPECT_THAT(found.at("carl"), IsEmpty());
}

TEST_F(SourceFlags, NameTwoOrThreeAndCountTheRest) {
  for (const char* name : {"a", "b", "c"}) submit(name, "f();");
  EXPECT_THAT(flags().at("b"), ElementsAre(testing::HasSubstr("that of a and c, ")));
  submit("d", "f();");
  EXPECT_THAT(flags().at("b"), ElementsAre(testing::HasSubstr("that of a, c and d, ")));
  submit("e", "f();");
  EXPECT_THAT(flags().at("b"), ElementsAre(testing::HasSubstr("that of a, c and 2 more, ")));
}

TEST_F(SourceFlags, AreNoneWhereNothingCouldBeRead) {
  submit("anna", Program{{"norm_group.cu", ""}, {}});
  submit("ben", Program{{"norm_group.cu", "// nothing\n"}, {}});
  EXPECT_THAT(flags().at("anna"), IsEmpty());
}

TEST_F(SourceFlags, AreNoneWhereAHeaderDiffers) {
  submit("anna", Program{{"norm_group.cu", "#include \"mine.h\""}, {{"mine.h", "int a;"}}});
  submit("ben", Program{{"norm_group.cu", "#include \"mine.h\""}, {{"mine.h", "int b;"}}});
  EXPECT_THAT(flags().at("anna"), IsEmpty());
}

TEST_F(SourceFlags, TellTheReferenceSolutionUnderAnotherName) {
  const std::string solution = "// all my own work\n" + family_file("norm_group.cu");
  submit("anna", Program{{"anna.cu", solution}, {{"norm.h", family_file("norm.h")}}});
  EXPECT_THAT(flags().at("anna"), ElementsAre("the source of norm_group is that of the reference solution, norm_group, "
                                              "ignoring comments and white space"));
}

TEST_F(SourceFlags, CountWhatTheExperimentCallsCommonAndAccuseNobody) {
  common_ = {{"norm_group", {"norm_group"}}};
  for (const char* name : {"anna", "ben"})
    submit(name, Program{{"mine.cu", family_file("norm_group.cu")}, {{"norm.h", family_file("norm.h")}}});
  EXPECT_THAT(flags().at("anna"), IsEmpty());
  EXPECT_THAT(found().notes.common, ElementsAre("anna", "ben"));
}

TEST_F(SourceFlags, CallTheStarterUnchangedAndNoCopyOfAnotherOne) {
  const Program starter = {{"norm_group.cu", family_file("starter/norm_group.cu")},
                           {{"norm.h", family_file("starter/norm.h")}}};
  submit("anna", starter);
  submit("ben", starter);
  EXPECT_THAT(flags().at("anna"),
              ElementsAre("the source is the same as the starter's, ignoring comments and white space"));
}

TEST_F(SourceFlags, LookAtTheKernelsThatASubmissionReplacesOnly) {
  submit("anna", {{"norm_base.cu", "the family's"}, {}}, "norm_base");
  submit("ben", {{"norm_base.cu", "the family's"}, {}}, "norm_base");
  EXPECT_THAT(flags().at("anna"), IsEmpty());
}

}  // namespace
}  // namespace warpledger
