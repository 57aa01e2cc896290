#include "exec/backend.h"

#include <gtest/gtest.h>

namespace warpledger {
namespace {

BoundLaunch launch(const std::string& function, Extent grid, Extent block, std::uint32_t shared_bytes = 0) {
  return {nullptr, function, {}, grid, block, shared_bytes};
}

TEST(WordsForALaunch, NameFunctionGeometryAndSharedMemory) {
  EXPECT_EQ(words_for(launch("f<32>", {4}, {128})), "f<32> with 4 blocks of 128 threads");
  EXPECT_EQ(words_for(launch("f", {1}, {1}, 1024)), "f with 1 block of 1 thread and 1024 B of dynamic shared memory");
  EXPECT_EQ(words_for(launch("f", {4, 2}, {8, 1, 2})), "f with 4 x 2 blocks of 8 x 1 x 2 threads");
}

TEST(WordsForALaunch, CountPreparationFirst) {
  Work work;
  work.prepare = {launch("p", {1}, {32})};
  work.launches = {launch("f", {1}, {32}), launch("f", {1}, {32})};
  EXPECT_EQ(words_for(work, work.prepare[0]), "launch 1 of 3, p with 1 block of 32 threads");
  EXPECT_EQ(words_for(work, work.launches[1]), "launch 3 of 3, f with 1 block of 32 threads");
}

}  // namespace
}  // namespace warpledger
