#include "sass/cubin_reader.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <random>
#include <string>

#include "base/error.h"
#include "base/file.h"

namespace warpledger {
namespace {

std::string image_of(int arch) {
  return read_file(std::string(WARPLEDGER_SOURCE_DIR) + "/runner/sass/testdata/needs.sm_" + std::to_string(arch) +
                   ".cubin");
}

std::string problem_of_image(const std::string& image) {
  try {
    read_cubin(image);
  } catch (const Error& error) {
    return error.problem();
  }
  return "";
}

class EveryCubin : public ::testing::TestWithParam<int> {};

TEST_P(EveryCubin, SaysWhatPtxasSaid) {
  const CubinCode cubin = read_cubin(image_of(GetParam()));
  EXPECT_EQ(cubin.arch, GetParam());
  ASSERT_EQ(cubin.kernels.size(), 2);
  const KernelCode& rotate = cubin.kernels.at("rotate");
  EXPECT_EQ(rotate.registers, 10);
  EXPECT_EQ(rotate.static_shared_bytes, 1024);
  EXPECT_EQ(rotate.local_bytes, 0);
  EXPECT_GT(rotate.code.size(), 0);
  const KernelCode& pick = cubin.kernels.at("pick");
  EXPECT_EQ(pick.registers, 32);
  EXPECT_EQ(pick.static_shared_bytes, 0);
  EXPECT_EQ(pick.local_bytes, 256);
}

INSTANTIATE_TEST_SUITE_P(Cubin, EveryCubin, ::testing::Values(80, 90));

TEST(Cubin, OfAnUnknownArchitectureIsRefused) {
  std::string image = image_of(80);
  image[0x31] = 75;  // second byte of the ELF header's flags
  EXPECT_EQ(problem_of_image(image), "the machine code of sm_75 is not supported");
}

TEST(Cubin, OfAnOlderToolkitHasItsArchitectureElsewhere) {
  std::string image = image_of(80);
  image[8] = 7;      // ABI version
  image[0x30] = 86;  // first byte of the flags
  EXPECT_EQ(read_cubin(image).arch, 86);
}

TEST(Cubin, ThatIsNoneIsRefused) {
  EXPECT_EQ(problem_of_image(""), "not a complete cubin: it ends too early");
  EXPECT_EQ(problem_of_image(std::string(64, 'x')), "not a complete cubin: it is not a 64-bit ELF file");
  std::string image = image_of(80);
  image[18] = 62;  // machine: x86-64
  EXPECT_EQ(problem_of_image(image), "not a complete cubin: it is for another kind of processor");
}

TEST(Cubin, ThatIsCutAnywhereIsRefused) {
  const std::string image = image_of(80);
  // The section headers are near the end, before the program headers.
  for (std::size_t size = 0; size < image.size() / 2; size += 7)
    EXPECT_THROW(read_cubin(image.substr(0, size)), Error) << size;
}

TEST(Cubin, WithAnyByteChangedIsReadOrRefused) {
  std::mt19937 random(1);
  const std::string whole = image_of(90);
  int refused = 0;
  for (int i = 0; i < 5000; ++i) {
    std::string image = whole;
    for (int changes = 1 + static_cast<int>(random() % 4); changes > 0; --changes)
      image[random() % 2 == 0 ? random() % image.size() : image.size() - 1 - random() % 2000] =
          static_cast<char>(random());
    refused += problem_of_image(image).empty() ? 0 : 1;
  }
  EXPECT_GT(refused, 100);
  EXPECT_LT(refused, 4900);
}

}  // namespace
}  // namespace warpledger
