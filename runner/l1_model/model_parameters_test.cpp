#include "l1_model/model_parameters.h"

#include <gtest/gtest.h>

namespace warpledger {
namespace {

const ModelParameters kAda = {
    .unified_bytes = 128 * 1024UL,
    .shared_carveouts_bytes = {0, 8 * 1024UL, 16 * 1024UL, 32 * 1024UL, 64 * 1024UL, 100 * 1024UL},
    .l1 = {.sets = 7}};

std::uint64_t l1_kib(std::uint64_t shared_bytes_per_block, std::uint32_t resident_blocks) {
  return l1_beside(kAda, shared_bytes_per_block, resident_blocks).bytes / 1024;
}

TEST(ModelParameters, ABlockWithoutSharedMemoryLeaves120OfAnRtx4090s128Kib) { EXPECT_EQ(l1_kib(0, 1), 120u); }

TEST(ModelParameters, EveryResidentBlockTakesItsSharedMemoryAndTheReservedKilobyte) {
  EXPECT_EQ(l1_kib(0, 8), 120u);
  EXPECT_EQ(l1_kib(0, 9), 112u);
  EXPECT_EQ(l1_kib(15 * 1024UL, 2), 96u);
  EXPECT_EQ(l1_kib(15 * 1024 + 1, 2), 64u);
  EXPECT_EQ(l1_kib(99 * 1024UL, 1), 28u);
}

TEST(ModelParameters, TheOtherParametersAreTheProfiles) { EXPECT_EQ(l1_beside(kAda, 0, 1).sets, 7u); }

}  // namespace
}  // namespace warpledger
