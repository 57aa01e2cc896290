#include "model/tensor_map.h"

#include <gtest/gtest.h>

namespace warpledger {
namespace {

constexpr std::int64_t kBufferBytes = 2 * 128 * 1024;

/// 128 rows of 1024 fp16, copied 64 x 128.
TensorMap valid_map() {
  return {.base = {0},
          .type = ElementType::f16,
          .sizes = {1024, 128},
          .strides = {2048},
          .box = {64, 128},
          .swizzle = 128,
          .l2_promotion = 256};
}

template <class Change>
std::string problem_after(const Change& change) {
  TensorMap map = valid_map();
  change(map);
  const auto problem = problem_of(map, kBufferBytes);
  return problem ? problem->what : "none";
}

TEST(TensorMap, IsSoundWhenItCoversItsBuffer) {
  EXPECT_EQ(problem_after([](TensorMap&) {}), "none");
  EXPECT_EQ(problem_after([](TensorMap& map) { map.sizes = {8}, map.strides = {}, map.box = {8}; }), "none");
}

TEST(TensorMap, HasOneToFiveDimensionsAndAsManyOfTheBox) {
  EXPECT_EQ(problem_after([](TensorMap& map) { map.sizes = {}; }), "a tensor map has 1 to 5 dimensions, not 0");
  EXPECT_EQ(problem_after([](TensorMap& map) { map.sizes.resize(6, 1); }), "a tensor map has 1 to 5 dimensions, not 6");
  EXPECT_EQ(problem_after([](TensorMap& map) { map.box.pop_back(); }), "2 sizes, but 1 of the box");
  EXPECT_EQ(problem_after([](TensorMap& map) { map.strides.push_back(4096); }), "2 sizes, but 2 strides");
}

TEST(TensorMap, HasStridesAndAnAddressOfWhole16Bytes) {
  EXPECT_EQ(problem_after([](TensorMap& map) { map.strides = {2040}; }),
            "a stride of 2040 bytes is no multiple of 16 between 16 and 2^40");
  EXPECT_EQ(problem_after([](TensorMap& map) { map.strides = {std::int64_t{1} << 40}; }),
            "a stride of 1099511627776 bytes is no multiple of 16 between 16 and 2^40");
  EXPECT_EQ(problem_after([](TensorMap& map) { map.base.offset = 8; }),
            "a tensor map 8 bytes into its buffer: no multiple of 16");
}

TEST(TensorMap, HasABoxThatTheCopyEngineTakes) {
  EXPECT_EQ(problem_after([](TensorMap& map) {
              map.box = {64, 257};
            }),
            "257 elements of the box are not between 1 and 256");
  EXPECT_EQ(problem_after([](TensorMap& map) {
              map.box = {12, 128};
            }),
            "a row of the box, 12 elements of 2 B, is no multiple of 16 bytes");
  EXPECT_EQ(problem_after([](TensorMap& map) {
              map.box = {128, 128};
            }),
            "a row of the box has 256 bytes, more than the swizzle's 128");
  EXPECT_EQ(problem_after([](TensorMap& map) { map.box = {128, 128}, map.swizzle = 0; }), "none");
  EXPECT_EQ(problem_after([](TensorMap& map) { map.swizzle = 96; }), "the swizzle 96 is none");
  EXPECT_EQ(problem_after([](TensorMap& map) { map.l2_promotion = 32; }), "the L2 promotion 32 is none");
}

TEST(TensorMap, LiesWithinItsBuffer) {
  const std::string outside = "the tensor does not fit its buffer of 262144 bytes";
  EXPECT_EQ(problem_after([](TensorMap& map) { map.sizes = {1024, 129}; }), outside);
  EXPECT_EQ(problem_after([](TensorMap& map) { map.sizes = {1032, 128}; }), outside);
  EXPECT_EQ(problem_after([](TensorMap& map) { map.base.offset = 16; }), outside);
  // The last row may end at the buffer's end, before its stride.
  EXPECT_EQ(problem_after([](TensorMap& map) { map.sizes = {1016, 128}, map.base.offset = 16; }), "none");
  EXPECT_EQ(problem_after([](TensorMap& map) { map.sizes = {std::int64_t{1} << 32, 1}; }), outside);
}

TEST(TensorMap, WithASizeBeyondTheCopyEngineIsRefused) {
  EXPECT_EQ(problem_after([](TensorMap& map) {
              map.sizes = {1024, (std::int64_t{1} << 32) + 1};
            }),
            "the size 4294967297 is not between 1 and 2^32");
}

}  // namespace
}  // namespace warpledger
