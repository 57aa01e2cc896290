// A student's kernels in place of the family's: run, resume and check.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>

#include "base/file.h"
#include "e2e/program.h"

namespace warpledger::e2e {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

const std::string kKernels = std::string(WARPLEDGER_SOURCE_DIR) + "/kernels/";

/// A fresh folder with the submission `anna`: the family's own kernel with `from` replaced by `to`.
std::string folder_with_submission(const std::string& from = "", const std::string& to = "") {
  const std::string folder = fresh_folder();
  shell("mkdir anna", folder);
  std::string text = read_file(kKernels + "norm/norm_group.cu");
  std::ofstream(folder + "/anna/norm_group.cu") << text.replace(text.find(from), from.size(), to);
  std::ofstream(folder + "/anna/norm.h") << read_file(kKernels + "norm/norm.h");
  return folder;
}

std::vector<std::string> arguments(std::vector<std::string> begin) {
  for (const char* more : {"--device", "host", "--set", "d_l=4", "--set", "warps=1"}) begin.emplace_back(more);
  return begin;
}

TEST(Submission, ThatIsCorrectGivesTheTableOfTheFamilysOwn) {
  const std::string folder = folder_with_submission();
  const std::vector<std::string> own = arguments({"run", "quickstart", "--quiet", "--format", "json"});
  std::vector<std::string> hers = own;
  hers.insert(hers.end(), {"--submission", "anna"});
  ASSERT_EQ(warpledger(own, folder).exit_code, 0);
  const Ended run = warpledger(hers, folder);
  ASSERT_EQ(run.exit_code, 0) << run.err;
  const Ended points = warpledger(
      {"query", "SELECT submission, count(*) AS n, count(DISTINCT identity) AS different FROM points GROUP BY 1",
       "--format", "csv"},
      folder);
  EXPECT_EQ(points.out, "submission,n,different\n,2,2\nanna,2,2\n") << points.err;
}

TEST(Submission, IsCalledInTheLedgerWhatTheCommandLineSays) {
  const std::string folder = folder_with_submission();
  const Ended run = warpledger(
      arguments({"run", "quickstart", "--quiet", "--submission", "anna", "--submission-name", "s-07"}), folder);
  ASSERT_EQ(run.exit_code, 0) << run.err;
  EXPECT_EQ(warpledger({"query", "SELECT submission FROM runs", "--format", "csv"}, folder).out, "submission\ns-07\n");
}

TEST(Submission, CheckGivesTheVerdictAndTheReport) {
  const std::string folder = folder_with_submission();
  const Ended check = warpledger(arguments({"check", "anna", "--experiment", "quickstart"}), folder);
  EXPECT_EQ(check.exit_code, 0) << check.err;
  EXPECT_THAT(check.out, HasSubstr("norm_base: 1 of 1 points correct\nnorm_group: 1 of 1 points correct\n"));
  EXPECT_THAT(check.out, HasSubstr("Kernel (norm_group<4,4>)."));
  EXPECT_NE(shell("ls *.db", folder).exit_code, 0);
}

TEST(Submission, CheckNamesFilesThatReplaceNoKernel) {
  const std::string folder = folder_with_submission();
  std::ofstream(folder + "/anna/helper.cu") << "// tiles\n";
  const Ended check = warpledger(arguments({"check", "anna", "--experiment", "quickstart", "--quiet"}), folder);
  EXPECT_EQ(check.exit_code, 0) << check.err;
  EXPECT_THAT(check.out, HasSubstr("helper.cu replaces no kernel of quickstart and is not used; allowed: "));
}

TEST(Submission, CheckAsksTheWholeExperimentWhichFilesReplaceNoKernel) {
  const std::string folder = folder_with_submission();
  shell("cp " + kKernels + "norm/norm_base.cu anna", folder);
  const Ended check = warpledger(
      arguments({"check", "anna", "--experiment", "quickstart", "--set", "kernel=norm_base", "--quiet"}), folder);
  EXPECT_EQ(check.out, "norm_base: 1 of 1 points correct\n") << check.err;
}

TEST(Submission, CheckEndsThoughItsFolderIsRemovedMeanwhile) {
  const std::string folder = folder_with_submission();
  const std::string check = "warpledger check anna --experiment quickstart --device host --set d_l=4 --set warps=1";
  // The run is in the ledger as soon as the submission is read.
  const Ended ended = shell("(until [ -e x.db ]; do sleep 0.01; done; rm -r anna) & " + check +
                                " --quiet --db x.db; code=$?; "
                                "kill $! 2> /dev/null; exit $code",
                            folder);
  EXPECT_EQ(ended.exit_code, 0) << ended.err;
  EXPECT_THAT(ended.out, HasSubstr("norm_group: 1 of 1 points correct\n"));
}

TEST(Submission, CheckCallsStandardInputSo) {
  const std::string folder = folder_with_submission();
  const std::string check =
      "warpledger check - --experiment lsu-2024-hw01 --device host --set input_mib=1 --set d_l=4 --set warps=1 --quiet";
  const Ended read = shell("tar -C anna -cz . | " + check, folder);
  EXPECT_EQ(read.exit_code, 0) << read.err;
  EXPECT_THAT(read.out, HasSubstr("norm_group: 3 of 3 points correct\n"));
  for (const char* platform : {"", " --results x.json"}) {
    const Ended refused = shell("echo nonsense | " + check + platform, folder);
    EXPECT_EQ(refused.exit_code, 2);
    EXPECT_THAT(refused.err, HasSubstr("warpledger: the submission: the archive cannot be read")) << platform;
  }
  EXPECT_THAT(read_file(folder + "/x.json"), HasSubstr("Not run: the submission: the archive cannot be read"));
}

TEST(Submission, CheckShowsASyntaxErrorInTheStudentsOwnFileAndLine) {
  const std::string folder = folder_with_submission("elt_t sum = 0;", "elt_t sum = ;");
  const std::string text = read_file(folder + "/anna/norm_group.cu");
  const auto line = 1 + std::count(text.begin(), text.begin() + static_cast<long>(text.find("elt_t sum = ;")), '\n');
  const Ended check = warpledger(arguments({"check", "anna", "--experiment", "quickstart"}), folder);
  EXPECT_EQ(check.exit_code, 1) << check.err;
  EXPECT_THAT(check.out, HasSubstr("norm_group: 1 of 1 points compile_failed\n"));
  EXPECT_THAT(check.err, HasSubstr("norm_group.cu:" + std::to_string(line) + ":"));
}

TEST(Submission, CheckOnTheHostWarnsOfWhatTheCompilerForGpusRefuses) {
  const std::string folder = folder_with_submission(
      "#include \"norm.h\"", "#include <list>\nstatic std::list<int>* unused;\n#include \"norm.h\"");
  const Ended check = warpledger(arguments({"check", "anna", "--experiment", "quickstart", "--quiet"}), folder);
  EXPECT_EQ(check.exit_code, 0) << check.err;
  EXPECT_THAT(check.out, HasSubstr("norm_group: 1 of 1 points correct\n"));
  if (shell("warpledger doctor | grep -q '^ok  *kernel compiler: NVRTC'", folder).exit_code != 0)
    GTEST_SKIP() << "no compiler for GPUs is installed";
  EXPECT_THAT(check.out,
              testing::ContainsRegex("norm_group: warning: runs on the host, but the program does not compile for "
                                     "sm_89: norm_group\\.cu\\(7\\): .*list"));
  EXPECT_THAT(check.out, testing::Not(HasSubstr("norm_base: warning")));
}

TEST(Submission, CheckOnTheHostWarnsOfBlocksThatAGpuRefuses) {
  const std::string folder =
      folder_with_submission("__global__ void norm_group", "__global__ void __launch_bounds__(16) norm_group");
  const Ended check = warpledger(arguments({"check", "anna", "--experiment", "quickstart", "--quiet"}), folder);
  EXPECT_EQ(check.exit_code, 0) << check.err;
  if (shell("warpledger doctor | grep -q '^ok  *kernel compiler: NVRTC'", folder).exit_code != 0)
    GTEST_SKIP() << "no compiler for GPUs is installed";
  EXPECT_THAT(check.out, HasSubstr("norm_group: warning: runs on the host, but no block of 32 threads can be launched: "
                                   "the kernel's bounds allow 16 (__launch_bounds__)"));
  EXPECT_THAT(check.out, testing::Not(HasSubstr("norm_base: warning")));
}

TEST(Submission, AForbiddenIncludeIsRefusedBeforeAnythingRuns) {
  const std::string folder = folder_with_submission("#include \"norm.h\"", "#include \"../secret.h\"");
  const Ended check = warpledger(arguments({"check", "anna", "--experiment", "quickstart"}), folder);
  EXPECT_EQ(check.exit_code, 2);
  EXPECT_THAT(check.err, HasSubstr("norm_group.cu:6:11: '../secret.h' is outside the submission\n"));
  EXPECT_EQ(check.out, "");
}

TEST(Submission, OfAKernelOfSeveralSourcesHasThemInAFolder) {
  const std::string folder = fresh_folder();
  shell(
      "cp -r \"$WARPLEDGER_HOME\"/docs/example/. . && "
      "sed -i '/axpy_chunked:/{n;s/axpy.cu/[step.cu, chunked.cu]/}' kernels/axpy/family.yaml && mkdir -p anna/hw && "
      "echo '#error' | tee kernels/axpy/step.cu > kernels/axpy/chunked.cu",
      folder);
  std::ofstream(folder + "/anna/hw/own.h") << "#define STEP(a, x, y) ((a) * (x) + (y))\n";
  std::ofstream(folder + "/anna/hw/step.cu")
      << "#include \"own.h\"\n__device__ float step(float a, float x, float y) { return STEP(a, x, y); }\n";
  std::ofstream(folder + "/anna/hw/chunked.cu")
      << "__global__ void axpy_chunked(float* y, const float* x, float a, int n) {\n"
         "  if (blockIdx.x == 0) for (int i = threadIdx.x; i < n; i += blockDim.x) y[i] = step(a, x[i], y[i]);\n}\n";
  const std::vector<std::string> check = {"check", "anna",  "--experiment", "axpy-hw", "--device",
                                          "host",  "--set", "n=1000",       "--set",   "warps=4"};
  const Ended whole = warpledger(check, folder);
  EXPECT_THAT(whole.out, StartsWith("axpy_chunked: 1 of 1 points correct\n")) << whole.err;
  shell("rm anna/hw/step.cu", folder);
  EXPECT_THAT(warpledger(check, folder).err, HasSubstr("hand in step.cu, chunked.cu at the top"));
}

TEST(Submission, CheckTakesTheExperimentThatIsGradedAndSaysWhatItsRulesSay) {
  const Ended check =
      warpledger(arguments({"check", "anna", "--set", "input_mib=1", "--set", "measure.time_limit=5 min"}),
                 folder_with_submission());
  EXPECT_EQ(check.exit_code, 0) << check.err;
  EXPECT_THAT(check.err, StartsWith("experiment: lsu-2024-hw01\n"));
  EXPECT_THAT(check.out, HasSubstr("norm_group: 3 of 3 points correct\n\nWhat the rules say about these points"));
  EXPECT_THAT(check.out, HasSubstr("\n  every point correct: met: all 3 points are correct\n"));
  EXPECT_THAT(check.out, HasSubstr("none from 4: judged during grading, with the reference\n"));
}

TEST(Submission, CheckNamesTheExperimentsWhenSeveralAreGraded) {
  const std::string folder = folder_with_submission();
  shell(
      "mkdir experiments && sed 's/^experiment:.*/experiment: hw02/' "
      "\"$WARPLEDGER_HOME\"/experiments/lsu-2024-hw01.yaml "
      "> experiments/hw02.yaml",
      folder);
  const Ended check = warpledger({"check", "anna", "--device", "host"}, folder);
  EXPECT_EQ(check.exit_code, 2);
  EXPECT_EQ(check.err,
            "warpledger: 'anna' has kernels of 2 experiments\n"
            "hint: name one with --experiment: hw02, lsu-2024-hw01\n");
}

TEST(Starter, OfTheNormFamilyIsIncorrectWhereAGroupIsSmallerThanAVector) {
  const Ended check = warpledger({"check", kKernels + "norm/starter", "--experiment", "quickstart", "--device", "host",
                                  "--set", "d_l=32", "--set", "warps=1", "--quiet"},
                                 fresh_folder());
  EXPECT_EQ(check.exit_code, 1) << check.err;
  EXPECT_THAT(check.out, HasSubstr("norm_base: 1 of 1 points correct\nnorm_group: 1 of 1 points incorrect\n"));
}

TEST(Starter, OfTheQkvFamilyIsCorrectAndUnsolved) {
  const std::string folder = fresh_folder();
  std::ofstream(folder + "/small.yaml")
      << "experiment: small\nabout: A small layer.\nfamily: qkv\n"
         "grid:\n  n_samples: 2\n  n_words: 5\n  n_heads: 4\n  d_head: 8\n"
         "  kernel: [qkv_base_w2, qkv_strip, qkv_strip_w2]\n  blocks: 4\n  warps: 2\n";
  const Ended check =
      warpledger({"check", kKernels + "qkv/starter", "--experiment", "./small.yaml", "--device", "host"}, folder);
  EXPECT_EQ(check.exit_code, 0) << check.err;
  EXPECT_THAT(check.out, StartsWith("qkv_base_w2: 1 of 1 points correct\n"
                                    "qkv_strip: 1 of 1 points correct\n"
                                    "qkv_strip_w2: 1 of 1 points correct\n"));
}

}  // namespace
}  // namespace warpledger::e2e
