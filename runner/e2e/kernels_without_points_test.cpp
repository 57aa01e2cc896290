// Kernels that filters leave no point of: nobody may take them for right.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>

#include "e2e/program.h"

namespace warpledger::e2e {
namespace {

using testing::HasSubstr;

/// An assignment of two kernels, of which the grid has no point of `far`; its submission does not even compile.
class KernelsWithoutPoints : public testing::Test {
 protected:
  void SetUp() override {
    for (const char* folder : {"kernels/two", "experiments", "class/ann"})
      std::filesystem::create_directories(folder_ + "/" + folder);
    write("kernels/two/family.yaml",
          "family: two\nabout: a copy\nparameters: {n: {type: int, min: 1}}\nbuffers:\n"
          "  x: {type: f32, count: n, role: in, fill: \"uniform(-1, 1)\"}\n"
          "  y: {type: f32, count: n, role: out, tolerance: {abs: 0, because: a copy}}\n"
          "reference: {source: reference.cu, kernel: reference, args: [y, x, i32 n]}\nkernels:\n"
          "  near: {source: near.cu, args: [y, x, i32 n]}\n"
          "  far: {source: far.cu, args: [y, x, i32 n], where: n > 1000}\n");
    write("kernels/two/reference.cu", kernel("reference", "double"));
    write("kernels/two/near.cu", kernel("near", "float"));
    write("kernels/two/far.cu", kernel("far", "float"));
    write("class/ann/near.cu", kernel("near", "float"));
    write("class/ann/far.cu", "__global__ void far(float* y, const float* x, int n) { this is no code }\n");
    write("experiments/plain.yaml", "experiment: plain\nabout: a copy\nfamily: two\ngrid: {n: 64}\n");
    write("experiments/graded.yaml",
          "experiment: graded\nabout: a copy\nfamily: two\ngrid: {n: 64}\ngrading:\n  submission: [near, far]\n"
          "  problems: [{name: A copy, points: 10, rules: [{correct: all, points: 10}]}]\n");
  }
  void write(const std::string& name, const std::string& text) const { std::ofstream(folder_ + "/" + name) << text; }
  static std::string kernel(const std::string& name, const std::string& type) {
    return "__global__ void " + name + "(" + type + "* y, const float* x, int n) {\n" +
           "  for (int i = threadIdx.x + blockIdx.x * blockDim.x; i < n; i += blockDim.x * gridDim.x) y[i] = "
           "x[i];\n}\n";
  }

  std::string folder_ = fresh_folder();
};

TEST_F(KernelsWithoutPoints, AreNotTakenForRightByCheck) {
  const Ended check =
      warpledger({"check", "class/ann", "--experiment", "plain", "--device", "host", "--quiet"}, folder_);
  EXPECT_EQ(check.exit_code, 1) << check.err;
  EXPECT_EQ(check.out, "near: 1 of 1 points correct\nfar: not checked: `where` leaves no point of it\n");
}

TEST_F(KernelsWithoutPoints, LeaveTheRulesOpenInWhatCheckTellsAPlatform) {
  const Ended check =
      warpledger({"check", "class/ann", "--experiment", "graded", "--device", "host", "--results", "-"}, folder_);
  EXPECT_EQ(check.exit_code, 1) << check.err;
  const nlohmann::json results = nlohmann::json::parse(check.out);
  EXPECT_EQ(results.at("score"), 0);
  EXPECT_EQ(results.at("extra_data").at("open_points"), 10);
  EXPECT_THAT(results.at("tests").at(0).at("output").get<std::string>(), HasSubstr("no point of far was measured"));
  EXPECT_FALSE(results.at("tests").at(0).contains("score"));
}

TEST_F(KernelsWithoutPoints, AreAMistakeOfTheAssignmentThatIsToldBeforeAnybodyIsGraded) {
  for (const std::vector<std::string>& words : {std::vector<std::string>{"plan", "graded", "--device", "host"},
                                                {"grade", "graded", "--submissions", "class", "--device", "host"}}) {
    const Ended ended = warpledger(words, folder_);
    EXPECT_EQ(ended.exit_code, 2) << words[0];
    EXPECT_THAT(ended.err, HasSubstr("graded.yaml:4:")) << words[0];
    EXPECT_THAT(ended.err, HasSubstr("`where` leaves no point of far, which submissions have")) << words[0];
  }
}

TEST_F(KernelsWithoutPoints, AreNamedByRuns) {
  const Ended run = warpledger({"run", "plain", "--device", "host"}, folder_);
  EXPECT_EQ(run.exit_code, 0);
  EXPECT_THAT(run.err, HasSubstr("left out: far; `where` leaves no point of this kernel\n"));
}

}  // namespace
}  // namespace warpledger::e2e
