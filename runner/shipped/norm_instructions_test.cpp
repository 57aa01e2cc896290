// Instructions and registers of the norm kernels, told from their machine code without a GPU, against those that GPUs
// counted: the assignment's on an RTX 4090, ours on an H200.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <fstream>
#include <map>
#include <optional>
#include <regex>
#include <sstream>
#include <string>

#include "base/file.h"
#include "shipped/machine_code_fixture.h"

namespace warpledger {
namespace {

const std::string kSource = WARPLEDGER_SOURCE_DIR;

/// A kernel and the problem that it was run on.
struct Norm {
  std::string function;  ///< "norm_group<0,8>"
  int known_components;  ///< of a vector, to the compiler; 0: none
  int group;             ///< lanes that share a vector
  int components;
  int vectors;
};

Norm norm_of(const std::string& function, int vectors, int components) {
  std::smatch match;
  EXPECT_TRUE(std::regex_match(function, match, std::regex(R"(norm_\w+<(\d+)(?:,(\d+))?>)"))) << function;
  return {function, std::stoi(match[1]), match[2].matched ? std::stoi(match[2]) : 1, components, vectors};
}

ShippedKernel kernel_of(const Norm& norm, int arch) {
  return {"norm", norm.function.substr(0, norm.function.find('<')) + ".cu", norm.function, arch};
}

/// What a lane does with a vector, site by site. Where the compiler knows the components, the host's compiler has no
/// loops either.
void add_vector(AccessSequence& sequence, const Norm& norm) {
  const auto own = static_cast<std::uint64_t>(norm.components / norm.group);
  const bool known = norm.known_components > 0;
  for (std::uint64_t i = 0; i < own; ++i) sequence.add(WarpOperation::global_load, 4, known ? 100 + i : 1);
  for (int distance = norm.group / 2; distance > 0; distance /= 2)
    sequence.add(WarpOperation::shuffle, 1, 200 + static_cast<std::uint64_t>(distance));
  for (std::uint64_t i = 0; i < own; ++i) {
    if (!known) sequence.add(WarpOperation::global_load, 4, 2);
    sequence.add(WarpOperation::global_store, 4, known ? 300 + i : 3);
  }
}

/// The instructions of a warp whose lanes compute `turns` times the vectors that they have at a time.
double instructions_of_warp(ShippedKernel& kernel, const Norm& norm, int turns) {
  AccessSequence sequence = kernel.sequence();
  for (int turn = 0; turn < turns; ++turn) add_vector(sequence, norm);
  return kernel.count(sequence);
}

/// The modelled I/el: instructions of a thread for one element.
double instructions_per_element(ShippedKernel& kernel, const Norm& norm, int blocks, int warps) {
  const int turns = norm.vectors * norm.group / 32;  // of all warps
  const int all_warps = blocks * warps;
  const int warps_with_one_more = turns % all_warps;
  const double instructions = warps_with_one_more * instructions_of_warp(kernel, norm, turns / all_warps + 1) +
                              (all_warps - warps_with_one_more) * instructions_of_warp(kernel, norm, turns / all_warps);
  return 32 * instructions / (static_cast<double>(norm.vectors) * norm.components);
}

/// How far a modelled number may be from one that was printed with one decimal: what printing hides.
constexpr double kPrinted = 0.0501;

// The assignment's norm_base is ours but for names, and so is its norm_group<8,1>, before it is solved. Of the solved
// one only the numbers are known, not the source.
TEST(NormInstructions, AreTheAssignmentsOnAnRtx4090) {
  std::ifstream file(kSource + "/runner/store/testdata/lsu-2024-hw01.rtx4090.csv");
  const std::regex row(R"re("?(norm_base<\d+>|norm_group<8,1>)"?,(\d+),(\d+),(\d+),[^,]*,([\d.]+),.*)re");
  std::map<std::string, ShippedKernel> kernels;
  std::smatch match;
  int rows = 0;
  for (std::string line; std::getline(file, line);) {
    if (!std::regex_match(line, match, row)) continue;
    const std::string function = match[1] == "norm_group<8,1>" ? "norm_base<8>" : match[1].str();
    const Norm norm = norm_of(function, std::stoi(match[2]), std::stoi(match[3]));
    ShippedKernel& kernel = kernels.try_emplace(norm.function, kernel_of(norm, 89)).first->second;
    const double modelled = instructions_per_element(kernel, norm, 128, std::stoi(match[4]));
    EXPECT_NEAR(modelled, std::stod(match[5]), kPrinted) << line;
    ++rows;
  }
  EXPECT_EQ(rows, 25);
}

TEST(NormInstructions, NeedTheAssignmentsRegistersOnAnRtx4090) {
  for (const auto& [components, registers] : {std::pair(4, 26), {8, 32}, {32, 48}, {0, 40}}) {
    const Norm norm = norm_of("norm_base<" + std::to_string(components) + ">", 0, 0);
    EXPECT_EQ(kernel_of(norm, 89).code().registers, registers) << components;
  }
}

TEST(NormInstructions, AreThoseThatAnH200Counted) {
  std::istringstream page(read_file(kSource + "/benchmarks/h200/lsu-2024-hw01.txt"));
  const std::regex head(R"(Kernel \(([^)]*)\)\.  Uses (\d+) registers\.  n_l (\d+)  d_l (\d+))");
  const std::regex row(R"( ?(\d+) +\d+ +([\d.]+) .*)");
  std::optional<Norm> norm;
  std::optional<ShippedKernel> kernel;
  std::smatch match;
  int rows = 0;
  double worst = 0;
  for (std::string line; std::getline(page, line);) {
    if (std::regex_match(line, match, head)) {
      norm = norm_of(match[1], std::stoi(match[3]), std::stoi(match[4]));
      kernel.emplace(kernel_of(*norm, 90));
      EXPECT_EQ(kernel->code().registers, std::stoul(match[2])) << line;
    } else if (norm && std::regex_match(line, match, row)) {
      const double counted = std::stod(match[2]);
      const double modelled = instructions_per_element(*kernel, *norm, 132, std::stoi(match[1]));
      EXPECT_NEAR(modelled, counted, kPrinted) << norm->function << " d_l " << norm->components << ": " << line;
      worst = std::max(worst, std::abs(modelled / counted - 1));
      ++rows;
    }
  }
  EXPECT_EQ(rows, 240);
  std::printf("worst: %.1f %%\n", 100 * worst);
}

}  // namespace
}  // namespace warpledger
