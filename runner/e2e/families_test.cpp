// Every kernel of every family that is shipped, on a small point of odd shape.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <sstream>

#include "base/text.h"
#include "e2e/program.h"

namespace warpledger::e2e {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

std::vector<std::string> families() {
  std::vector<std::string> names;
  for (const auto& folder : std::filesystem::directory_iterator(WARPLEDGER_SOURCE_DIR "/kernels"))
    if (std::filesystem::exists(folder.path() / "family.yaml")) names.push_back(folder.path().filename());
  std::sort(names.begin(), names.end());
  return names;
}

/// The kernels that `show` lists with a source that every device runs.
std::vector<std::string> kernels_of(const std::string& family, const std::string& folder) {
  std::istringstream lines(warpledger({"show", family}, folder).out);
  std::vector<std::string> kernels;
  for (std::string line; std::getline(lines, line);)
    if (line.find(".cu ") != std::string::npos && line.find("(library)") == std::string::npos)
      kernels.push_back(line.substr(0, line.find(' ')));
  return kernels;
}

/// Steps for what no host stands in for: one architecture of GPUs, clusters, blocks that wait for each other.
const std::vector<std::string> kForGpus = {
    "attention_warp_groups",  "csr_by_cluster",    "csr_by_merge",       "matmul_fp8",
    "matmul_multicast",       "matmul_persistent", "matmul_warp_groups", "matmul_warp_groups_split_k",
    "tensor_peak_warp_groups"};

class Families : public testing::TestWithParam<std::string> {};

TEST_P(Families, AreRightInAllTheirKernels) {
  const std::string experiment =
      WARPLEDGER_SOURCE_DIR "/benchmarks/sources/experiments/sanitize-" + GetParam() + ".yaml";
  const std::string folder = fresh_folder();
  std::vector<std::string> kernels = kernels_of(GetParam(), folder);
  EXPECT_THAT(kernels, Not(IsEmpty()));
  std::vector<std::string> arguments = {"run", experiment, "--device", device_under_test()};
  const auto is_for_gpus = [](const std::string& kernel) { return std::ranges::count(kForGpus, kernel) > 0; };
  if (std::erase_if(kernels, is_for_gpus) > 0 && !on_cuda())
    arguments.insert(arguments.end(), {"--set", "kernel=" + join(kernels, ",")});
  const Ended run = warpledger(arguments, folder);
  EXPECT_EQ(run.exit_code, 0) << run.err;
  const Ended ran = warpledger({"query", "--format", "csv", "SELECT DISTINCT kernel FROM point"}, folder);
  for (const std::string& kernel : kernels) EXPECT_THAT(ran.out, HasSubstr("\n" + kernel + "\n"));
}

INSTANTIATE_TEST_SUITE_P(Shipped, Families, testing::ValuesIn(families()),
                         [](const auto& family) { return family.param; });

}  // namespace
}  // namespace warpledger::e2e
