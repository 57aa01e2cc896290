// Autograders where students submit, called as Gradescope documents it: the bundle lies in source/, its run_autograder
// beside submission/ and results/, and what it leaves in results/results.json is what the student sees.
#include <gmock/gmock.h>

#include "e2e/autograder_fixture.h"

namespace warpledger::e2e {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

TEST_F(Autograder, OfAContainerChecksWithItsOwnFilesAndSaysWhatIsOpen) {
  install("--device host");
  EXPECT_NE(shell("grep -r 65537 bundle/course", folder_).exit_code, 0) << "a hidden shape is in the bundle";
  EXPECT_EQ(shell("grep -r 65537 experiments", folder_).exit_code, 0);
  run("mv kernels elsewhere && mv experiments elsewhere-too");
  submit("mine.cu", kRight);
  const nlohmann::json seen = results();
  EXPECT_EQ(seen.at("score"), 15);
  EXPECT_EQ(seen.at("visibility"), "visible");
  EXPECT_EQ(seen.at("stdout_visibility"), "hidden");
  EXPECT_THAT(seen.at("output"), HasSubstr("**15 of 20 points so far**; 5 are open until the class is graded."));
  EXPECT_THAT(seen.at("output"), HasSubstr("Checked, not graded"));
  ASSERT_EQ(seen.at("tests").size(), 3);
  EXPECT_EQ(seen.at("tests")[0].at("score"), 10);
  EXPECT_EQ(seen.at("tests")[0].at("visibility"), "visible");
  EXPECT_FALSE(seen.at("tests")[2].contains("score"));
  EXPECT_THAT(seen.at("tests")[2].at("output"), HasSubstr("5 points are open until the class is graded"));
}

TEST_F(Autograder, TellsAStudentWhatIsWrongWithTheSubmission) {
  install("--device host");
  submit("a.cu", kWrong);
  nlohmann::json seen = results();
  EXPECT_EQ(seen.at("score"), 0) << "what a kernel prints is no result";
  EXPECT_THAT(seen.at("tests")[0].at("output"), HasSubstr("2 of 2 points are not correct"));
  EXPECT_EQ(seen.at("tests")[0].at("status"), "failed");
  submit("a.cu", "__global__ void axpy_chunked(float* y, const float* x, float a, int n) { y[0] = ; }\n");
  EXPECT_THAT(results().at("tests")[0].at("output").get<std::string>(), HasSubstr("compile_failed"));
  submit("a.cu", "#include \"/etc/passwd\"\n");
  EXPECT_THAT(results().at("output"), HasSubstr("Not run: a.cu:1:11: '/etc/passwd' is outside the submission"));
  submit("it's $(touch got-out) \"mine\".cu", kRight);
  EXPECT_THAT(results().at("output"), HasSubstr("contains a quote"));
  EXPECT_NE(shell("find . | grep got-out | grep -v '[$]'", folder_).exit_code, 0);
  submit("notes.txt", "nothing\n");
  EXPECT_THAT(results().at("output"), HasSubstr("Not run: submission: this folder has no .cu file"));
}

TEST_F(Autograder, ThatIsStoppedByItsLimitSaysWhatIsLeft) {
  run("sed -i 's/time_limit: 10 s/time_limit: 2 s/; s/warps: .4, 8./warps: [1, 2, 3, 4, 5, 6, 7, 8]/' "
      "experiments/axpy-hw.yaml");
  install("--device host --limit 4");
  submit("a.cu",
         "__global__ void axpy_chunked(float* y, const float* x, float a, int n) {\n"
         "  volatile int never = 0;\n  while (never == 0) continue;\n}\n");
  const nlohmann::json seen = results();
  EXPECT_EQ(seen.at("score"), 0);
  EXPECT_THAT(seen.at("output"), HasSubstr("This check was stopped before its end"));
}

TEST_F(Autograder, IsNotMadeForAGridThatEachCheckWouldRefuse) {
  const Ended refused = shell("warpledger autograder axpy-hw --output bundle --set time_limit=2s", folder_);
  EXPECT_EQ(refused.exit_code, 2);
  EXPECT_THAT(refused.err, HasSubstr("--set: unknown axis 'time_limit'"));
  EXPECT_FALSE(fs::exists(folder_ + "/bundle"));
}

TEST_F(Autograder, IsNotMadeForARuleThatCannotBeHidden) {
  run("sed -i 's/^  hidden:/  hidden: [{n: 4099}]/; /65537/d' experiments/axpy-hw.yaml");
  install("--device host");
  EXPECT_NE(shell("grep -r 4099 bundle/course", folder_).exit_code, 0);
  run("sed -i 's/^  seeds: 1/  seeds: 1/; s/^grading:/grading: {/' experiments/axpy-hw.yaml");
  EXPECT_EQ(shell("warpledger autograder axpy-hw --output other", folder_).exit_code, 2);
  EXPECT_FALSE(fs::exists(folder_ + "/other"));
}

}  // namespace
}  // namespace warpledger::e2e
