#include <gtest/gtest.h>

#include <random>

#include "base/file.h"
#include "spec/experiment.h"
#include "spec/library_fixture.h"

namespace warpledger {
namespace {

/// Changes, removes, duplicates or replaces (by YAML syntax) one to four bytes of `text`.
std::string mutate(std::string text, std::mt19937& random) {
  constexpr std::string_view kMeaningful = ":-[]{}#&*!|>'\"%@`,?\n\t ^()=/0.";
  const std::size_t changes = 1 + random() % 4;
  for (std::size_t i = 0; i < changes; ++i) {
    const std::size_t at = random() % text.size();
    switch (random() % 5) {
      case 0:
        text[at] = static_cast<char>(random() % 256);
        break;
      case 1:
        text.erase(at, 1 + random() % 8);
        break;
      case 2:
        text.insert(at, text.substr(at, random() % 40));
        break;
      case 3:
        text[at] = kMeaningful[random() % kMeaningful.size()];
        break;
      default:
        text.insert(at, 1 + random() % 60, kMeaningful[random() % kMeaningful.size()]);
        break;
    }
    if (text.empty()) text = " ";
  }
  return text;
}

struct Mutated {
  const char* file;
  const char* experiment;  ///< uses the file
};

class Mutation : public testing::TestWithParam<Mutated> {};

TEST_P(Mutation, OfAShippedFileLoadsOrIsAnError) {
  const TemporaryLibrary files;
  for (const char* file :
       {"experiments/lsu-2024-hw01.yaml", "kernels/norm/family.yaml", "metrics/lsu-2024.yaml", "metrics/lsu-2023.yaml",
        "metrics/memory.yaml", "reports/lsu-2024-hw01.md", "experiments/rmsnorm.yaml", "kernels/rmsnorm/family.yaml",
        "kernels/shared/warp_sum.h", "reports/rmsnorm.md"})
    files.ship(file);
  for (const char* file : {"norm_base.cu", "norm_group.cu", "reference.cu"})
    files.write(std::string("kernels/norm/") + file, "\n");
  for (const char* file :
       {"reference.cu", "rmsnorm.h", "rmsnorm_block.cu", "rmsnorm_registers.cu", "rmsnorm_vector.cu"})
    files.ship(std::string("kernels/rmsnorm/") + file);
  const auto [file, experiment] = GetParam();
  const std::string original = read_file(files.path(file));
  EXPECT_NO_THROW(load_experiment(files.library(), experiment));
  std::mt19937 random(20240101);
  int refused = 0;
  for (int i = 0; i < 1000; ++i) {
    const std::string mutant = mutate(original, random);
    files.write(file, mutant);
    try {
      load_experiment(files.library(), experiment);
    } catch (const Error& error) {
      ++refused;
    } catch (const std::exception& error) {
      FAIL() << error.what() << "\n" << mutant;
    }
  }
  EXPECT_GT(refused, 300);
  EXPECT_LT(refused, 1000);
}

INSTANTIATE_TEST_SUITE_P(Yaml, Mutation,
                         testing::Values(Mutated{"experiments/lsu-2024-hw01.yaml", "lsu-2024-hw01"},
                                         Mutated{"kernels/norm/family.yaml", "lsu-2024-hw01"},
                                         Mutated{"metrics/lsu-2024.yaml", "lsu-2024-hw01"},
                                         Mutated{"metrics/lsu-2023.yaml", "lsu-2024-hw01"},
                                         Mutated{"experiments/rmsnorm.yaml", "rmsnorm"},
                                         Mutated{"kernels/rmsnorm/family.yaml", "rmsnorm"}));

}  // namespace
}  // namespace warpledger
