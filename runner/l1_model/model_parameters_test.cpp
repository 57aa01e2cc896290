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

constexpr SmLimits kHopper = {65536, 65536, 2048, 32, 233472};
constexpr SmLimits kAdaLimits = {65536, 65536, 1536, 24, 102400};

// Expected values are from cudaOccMaxActiveBlocksPerMultiprocessor() in NVIDIA's cuda_occupancy.h.

TEST(Occupancy, ThreadsLimitSmallBlocks) {
  EXPECT_EQ(resident_blocks(kHopper, {.threads = 256, .registers_per_thread = 32}), 8u);
  EXPECT_EQ(resident_blocks(kAdaLimits, {.threads = 256, .registers_per_thread = 32}), 6u);
  EXPECT_EQ(resident_blocks(kAdaLimits, {.threads = 1024, .registers_per_thread = 32}), 1u);
}

TEST(Occupancy, BlocksOfOneWarpAreLimitedInNumber) {
  EXPECT_EQ(resident_blocks(kHopper, {.threads = 32, .registers_per_thread = 16}), 32u);
  EXPECT_EQ(resident_blocks(kAdaLimits, {.threads = 1, .registers_per_thread = 16}), 24u);
}

TEST(Occupancy, RegistersAreGivenToWarpsInUnitsOf256) {
  // 33 registers occupy 40: 16384 / 1280 = 12 warps per sub-partition, 48 per SM.
  EXPECT_EQ(resident_blocks(kHopper, {.threads = 256, .registers_per_thread = 33}), 6u);
  EXPECT_EQ(resident_blocks(kHopper, {.threads = 256, .registers_per_thread = 40}), 6u);
  // 16384 / 5120 = 3 warps per sub-partition; one of four is unused.
  EXPECT_EQ(resident_blocks(kHopper, {.threads = 128, .registers_per_thread = 160}), 3u);
  EXPECT_EQ(resident_blocks(kHopper, {.threads = 1024, .registers_per_thread = 64}), 1u);
}

TEST(Occupancy, ABlockWithTooManyRegistersDoesNotFit) {
  EXPECT_EQ(resident_blocks(kHopper, {.threads = 1024, .registers_per_thread = 72}), 0u);
}

TEST(Occupancy, UnknownRegistersDoNotLimit) { EXPECT_EQ(resident_blocks(kHopper, {.threads = 1024}), 2u); }

TEST(Occupancy, SharedMemoryLimitsWithTheKilobyteThatIsReserved) {
  // 228 KB: 4 x (56 + 1) KB fit, 4 x (56 + 1/16 + 1) KB do not.
  EXPECT_EQ(resident_blocks(kHopper, {.threads = 128, .registers_per_thread = 32, .shared_bytes = 56 * 1024UL}), 4u);
  EXPECT_EQ(resident_blocks(kHopper, {.threads = 128, .registers_per_thread = 32, .shared_bytes = 56 * 1024 + 1}), 3u);
  EXPECT_EQ(resident_blocks(kAdaLimits, {.threads = 128, .registers_per_thread = 32, .shared_bytes = 99 * 1024UL}), 1u);
  EXPECT_EQ(resident_blocks(kAdaLimits, {.threads = 128, .shared_bytes = 100 * 1024UL}), 0u);
}

TEST(Occupancy, SharedMemoryIsGivenInUnitsOf128Bytes) {
  EXPECT_EQ(shared_footprint_bytes(0), 1024u);
  EXPECT_EQ(shared_footprint_bytes(1), 1024u + 128);
  EXPECT_EQ(shared_footprint_bytes(128), 1024u + 128);
}

}  // namespace
}  // namespace warpledger
