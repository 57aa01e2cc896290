#include <gtest/gtest.h>

#include "l1_model/model_parameters.h"

namespace warpledger {
namespace {

constexpr SmLimits kHopper = {65536, 65536, 2048, 32, 233472};
constexpr SmLimits kAdaLimits = {65536, 65536, 1536, 24, 102400};

// The expected numbers are those of cudaOccMaxActiveBlocksPerMultiprocessor() in NVIDIA's cuda_occupancy.h.

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
  // 33 registers take 40: 16384 / 1280 = 12 warps a sub-partition, 48 an SM.
  EXPECT_EQ(resident_blocks(kHopper, {.threads = 256, .registers_per_thread = 33}), 6u);
  EXPECT_EQ(resident_blocks(kHopper, {.threads = 256, .registers_per_thread = 40}), 6u);
  // 16384 / 5120 = 3 warps a sub-partition, so that one of four is not used.
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
