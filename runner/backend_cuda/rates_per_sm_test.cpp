#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <vector>

#include "backend_cuda/cuda_device.h"
#include "base/error.h"

namespace warpledger {
namespace {

using Rates = std::map<std::string, std::int64_t>;

const std::vector<std::string> kShipped = {"/no/such/root", WARPLEDGER_SOURCE_DIR};

TEST(RatesPerSm, KnowsTheLabsCapabilities) {
  EXPECT_EQ(rates_per_sm("9.0", kShipped), (Rates{{"fp32_per_sm", 128}, {"fp64_per_sm", 64}}));
  EXPECT_EQ(rates_per_sm("8.9", kShipped), (Rates{{"fp32_per_sm", 128}, {"fp64_per_sm", 2}}));
  EXPECT_EQ(rates_per_sm("8.0", kShipped), (Rates{{"fp32_per_sm", 64}, {"fp64_per_sm", 32}}));
}

TEST(RatesPerSm, AreAbsentForAnUnknownCapabilityAndWithoutTheFile) {
  EXPECT_TRUE(rates_per_sm("99.0", kShipped).empty());
  EXPECT_TRUE(rates_per_sm("9.0", {}).empty());
}

TEST(RatesPerSm, ADamagedFileIsAnErrorThatNamesIt) {
  const auto root = std::filesystem::temp_directory_path() / ("rates_per_sm_test." + std::to_string(getpid()));
  std::filesystem::create_directories(root / "devices");
  const auto file = root / "devices" / "compute_capability.json";
  std::ofstream(file) << R"({"rates": {"9.0": {"fp32_per_sm": 128}}})";
  try {
    rates_per_sm("9.0", std::vector{root.string()});
    ADD_FAILURE() << "no Error";
  } catch (const Error& error) {
    EXPECT_EQ(error.where().file, file.string());
    EXPECT_EQ(error.hint(), "restore the installed file");
  }
  std::filesystem::remove_all(root);
}

}  // namespace
}  // namespace warpledger
