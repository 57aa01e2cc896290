
#include "backend_host/kernel_fixture.h"

namespace warpledger {
namespace {

class WarpTest : public KernelTest {
 protected:
  /// Runs `__global__ void op(<type>* data)` whose body stores one value per thread into data[threadIdx.x].
  template <class T = int>
  std::vector<T> run_lanes(const std::string& body, const std::string& type = "int", unsigned threads = 32) {
    const std::string source = "__global__ void op(" + type + "* data) { const int t = threadIdx.x; " + body + " }";
    return run(source, "op", std::vector<T>(threads), {}, {.x = threads});
  }
};

TEST_F(WarpTest, ShufflesFromAnyLaneWithinASegment) {
  const auto whole = run_lanes("data[t] = __shfl_sync(~0u, t, 33);");
  const auto eighths = run_lanes("data[t] = __shfl_sync(~0u, t, 3, 8);");
  for (int t = 0; t < 32; ++t) {
    EXPECT_EQ(whole[t], 1);
    EXPECT_EQ(eighths[t], t / 8 * 8 + 3);
  }
}

TEST_F(WarpTest, KeepsTheOwnValueWhenAShuffleLeavesItsSegment) {
  const auto down = run_lanes("data[t] = __shfl_down_sync(~0u, t, 3, 8);");
  const auto up = run_lanes("data[t] = __shfl_up_sync(~0u, t, 3, 8);");
  const auto whole = run_lanes("data[t] = __shfl_down_sync(~0u, t, 16);");
  for (int t = 0; t < 32; ++t) {
    EXPECT_EQ(down[t], t % 8 + 3 < 8 ? t + 3 : t);
    EXPECT_EQ(up[t], t % 8 >= 3 ? t - 3 : t);
    EXPECT_EQ(whole[t], t < 16 ? t + 16 : t);
  }
}

TEST_F(WarpTest, ExchangesPairsByXor) {
  const auto whole = run_lanes("data[t] = __shfl_xor_sync(~0u, t, 31);");
  const auto eighths = run_lanes("data[t] = __shfl_xor_sync(~0u, t, 9, 8);");
  for (int t = 0; t < 32; ++t) {
    EXPECT_EQ(whole[t], 31 - t);
    // CUDA guide: a lane of an earlier group is read; one of a later group is not and yields the own value.
    EXPECT_EQ(eighths[t], (t ^ 9) > t / 8 * 8 + 7 ? t : t ^ 9);
  }
}

TEST_F(WarpTest, ShufflesEightByteValues) {
  const auto doubles = run_lanes<double>("data[t] = __shfl_xor_sync(~0u, t + 0.25, 1);", "double");
  const auto longs = run_lanes<long long>("data[t] = __shfl_up_sync(~0u, (t + 1LL) << 40, 1);", "long long");
  for (int t = 0; t < 32; ++t) EXPECT_EQ(doubles[t], (t ^ 1) + 0.25);
  for (int t = 1; t < 32; ++t) EXPECT_EQ(longs[t], static_cast<long long>(t) << 40);
}

TEST_F(WarpTest, LetsDisjointMasksGoTheirOwnWays) {
  const auto result = run_lanes(R"(
    int value = t;
    if (t < 8) {
      for (int i = 0; i < 5; ++i) value = __shfl_sync(0x000000ffu, value + 1, (t + 1) % 8);
    } else if (t % 2 == 0) {
      value = __shfl_down_sync(0x55555500u, value, 2);
    }
    data[t] = __shfl_xor_sync(~0u, value, 1);)");
  const auto expected = [](int t) {
    if (t < 8) return (t + 5) % 8 + 5;
    return t % 2 == 0 && t < 30 ? t + 2 : t;
  };
  for (int t = 0; t < 32; ++t) EXPECT_EQ(result[t], expected(t ^ 1)) << t;
}

TEST_F(WarpTest, ReadsNanFromALaneThatTookNoPart) {
  const auto result = run_lanes<float>("data[t] = t < 16 ? __shfl_sync(0xffffu, 1.0f, 20) : 2.0f;", "float");
  for (int t = 0; t < 16; ++t) EXPECT_NE(result[t], result[t]);
}

TEST_F(WarpTest, DoesNotWaitForExitedLanesOrLanesThatNeverWere) {
  const auto result = run_lanes("if (t % 2 != 0) return; data[t] = __popc(__ballot_sync(~0u, t < 40));", "int", 45);
  for (int t = 0; t < 45; ++t) EXPECT_EQ(result[t], t % 2 != 0 ? 0 : t < 32 ? 16 : 4) << t;
}

TEST_F(WarpTest, Votes) {
  const auto result = run_lanes<unsigned>(R"(
    unsigned bits = __ballot_sync(~0u, t % 3 == 0) == 0x49249249u;
    bits |= (__any_sync(~0u, t == 9) != 0) << 1 | (__any_sync(~0u, t == 99) != 0) << 2;
    bits |= (__all_sync(~0u, t < 32) != 0) << 3 | (__all_sync(~0u, t < 31) != 0) << 4;
    data[t] = bits;)",
                                          "unsigned");
  EXPECT_EQ(result, std::vector<unsigned>(32, 1u | 2u | 8u));
}

TEST_F(WarpTest, MatchesAndReduces) {
  const auto match = run_lanes<unsigned>("data[t] = __match_any_sync(~0u, t % 4);", "unsigned");
  const auto sums = run_lanes("data[t] = __reduce_add_sync(~0u, t) + 1000 * __reduce_max_sync(~0u, -t);");
  for (int t = 0; t < 32; ++t) {
    EXPECT_EQ(match[t], 0x11111111u << t % 4);
    EXPECT_EQ(sums[t], 31 * 32 / 2);
  }
}

TEST_F(WarpTest, OrdersSharedMemoryWithSyncwarp) {
  const auto result = run_lanes(R"(
    __shared__ int box[32];
    box[t] = t;
    __syncwarp();
    const int other = box[31 - t];
    __syncwarp();
    box[t] = other;
    __syncwarp();
    data[t] = box[(t + 1) % 32];)");
  for (int t = 0; t < 32; ++t) EXPECT_EQ(result[t], 31 - (t + 1) % 32);
}

TEST_F(WarpTest, FindsTheLanesThatAskForTheActiveMaskTogether) {
  const auto result = run_lanes<unsigned>(R"(
    const unsigned all = __activemask();
    unsigned some;
    if (t < 10) some = __activemask();
    else some = __activemask() << 1;
    data[t] = all == ~0u ? some : 0;)",
                                          "unsigned");
  for (int t = 0; t < 32; ++t) EXPECT_EQ(result[t], t < 10 ? 0x3ffu : 0xfffff800u) << t;
}

TEST_F(WarpTest, RefusesAMaskWithoutTheCaller) {
  const std::string source = "__global__ void op(int* data) { data[0] = __shfl_sync(0xfu, 1, 0); }";
  EXPECT_EQ(failure_of(Outcome::launch_failed, source, "op", std::vector<int>(1), {}, {.x = 32}),
            "launch 1 of 1, op with 1 block of 32 threads: block (0,0,0), thread (4,0,0): lane 4 executes a warp "
            "operation whose mask 0x0000000f does not name "
            "it. A mask must name every lane that executes the operation.");
}

}  // namespace
}  // namespace warpledger
