// Kernels that fault, hang or ask for too much, between good ones: each costs its own point, says why, and nothing
// else.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <nlohmann/json.hpp>
#include <string>

#include "e2e/program.h"

namespace warpledger::e2e {
namespace {

using testing::HasSubstr;

constexpr int kTimeLimitS = 8;  // a host compiles each kernel within it, beside other tests

/// How a kernel ends on a kind of device.
struct Ending {
  std::string outcome;
  std::string reason;  ///< a regular expression, found anywhere
};

const std::string kSignal11 = "killed by signal 11 \\(Segmentation fault\\): usually an index outside a buffer";
const std::string kPastEnd =
    "^wrote past the end of y: y\\[4000\\] to y\\[4002\\], up to 12 bytes beyond its last element y\\[3999\\]$";
const std::string kBeforeStart = "^wrote before the start of y: y\\[-2\\], up to 8 bytes before y\\[0\\]$";
const std::string kInput = "^the input x\\[3999\\] was changed: it held .* and now holds 7; ";
const std::string kEndless = "^exceeded its time limit of 8 s: an endless loop, threads that wait for each other";

const std::map<std::string, Ending> kOnHost = {
    {"endless_loop", {"timed_out", kEndless}},
    {"illegal_address",
     {"crashed", kSignal11 + ".*; printed last: launch 1 of 1, illegal_address with .*: invalid memory access"}},
    {"misaligned_access", {"ok", "^$"}},  // a CPU's loads need no alignment
    {"trap",
     {"launch_failed", "^launch 1 of 1, trap with 2 blocks of 256 threads: block .*: __trap\\(\\) was called$"}},
    {"device_assert", {"launch_failed", "thread \\(5,0,0\\): .*faults.cu:[0-9]+: assertion failed: first\\(\\) != 5$"}},
    {"stack_overflow", {"crashed", kSignal11 + ".*; printed last: launch 1 of 1, stack_overflow .*: stack overflow$"}},
    {"divergent_syncthreads", {"launch_failed", "deadlock in block .*: 128 of its 256 threads wait at __syncthreads"}},
    {"too_many_registers", {"ok", "^$"}},  // a CPU spills
    {"too_much_shared_memory",
     {"invalid_point", "1048576 bytes of shared memory per block exceed the device limit of"}},
    {"too_many_threads", {"invalid_point", "2048 threads in block dimension x exceed the device limit of 1024"}},
    {"compile_error", {"compile_failed", "compile_error\\.cu:2:.*undeclared"}},
    {"writes_past_end", {"incorrect", kPastEnd}},
    {"writes_before_start", {"incorrect", kBeforeStart}},
    {"writes_input", {"incorrect", kInput}},
    {"prints_flood", {"ok", "^$"}},
};

const std::string kLaunch = "^launch 1 of 1, [a-z_]+ with 2 blocks of 256 threads ended with ";

const std::map<std::string, Ending> kOnCuda = {
    {"endless_loop", {"timed_out", kEndless}},
    {"illegal_address", {"launch_failed", kLaunch + "cudaErrorIllegalAddress: .*; usually an index outside a buffer"}},
    {"misaligned_access", {"launch_failed", kLaunch + "cudaErrorMisalignedAddress: .*; usually a vector access"}},
    {"trap", {"launch_failed", kLaunch + ".*; usually __trap\\(\\)"}},
    {"device_assert", {"launch_failed", kLaunch + "cudaErrorAssert: .*; printed last: .*faults.cu:.*first\\(\\) != 5"}},
    {"stack_overflow", {"launch_failed", kLaunch + ".*recursion deeper than the stack"}},
    {"divergent_syncthreads", {"timed_out", kEndless}},
    {"too_many_registers",
     {"invalid_point", "1024 threads per block exceed the kernel's limit of [0-9]+, given its [0-9]+ registers"}},
    {"too_much_shared_memory",
     {"invalid_point",
      "1048576 bytes of shared memory per block exceed the device limit of [0-9]+ \\(0 static, 1048576"}},
    {"too_many_threads", {"invalid_point", "2048 threads in block dimension x exceed the device limit of 1024"}},
    {"compile_error", {"compile_failed", "compile_error\\.cu\\(2\\): error: .*undeclared"}},
    {"writes_past_end", {"incorrect", kPastEnd}},
    {"writes_before_start", {"incorrect", kBeforeStart}},
    {"writes_input", {"incorrect", kInput}},
    {"prints_flood", {"ok", "^$"}},
};

/// One run for all tests of this suite.
class Faults : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    const std::string folder = fresh_folder();
    run_ = warpledger({"run", "faults", "--device", device_under_test(), "--set", "n=4000", "--set", "blocks=2",
                       "--set", fmt::format("measure.time_limit={} s", kTimeLimitS)},
                      folder);
    const Ended query = warpledger(
        {"query", "--format", "json", "SELECT kernel, outcome, reason, wall_s FROM point ORDER BY ordinal"}, folder);
    points_ = nlohmann::json::parse(query.out, nullptr, false);
  }
  static const std::map<std::string, Ending>& expected() { return on_cuda() ? kOnCuda : kOnHost; }

  static inline Ended run_;
  static inline nlohmann::json points_;
};

TEST_F(Faults, EachEndsInItsOutcomeWithItsReasonAndEachGoodPointBetweenThemIsOk) {
  EXPECT_EQ(run_.exit_code, 1) << run_.err;
  std::map<std::string, int> points;
  for (const auto& point : points_) {
    const std::string kernel = point.at("kernel");
    const std::string reason = point.at("reason");
    const Ending ending = kernel == "right" ? Ending{"ok", "^$"} : expected().at(kernel);
    ++points[kernel];
    EXPECT_EQ(point.at("outcome"), ending.outcome) << kernel << ": " << reason;
    EXPECT_THAT(reason, testing::ContainsRegex(ending.reason)) << kernel;
  }
  EXPECT_EQ(points["right"], 11);
  EXPECT_EQ(points.size(), expected().size() + 1);
}

TEST_F(Faults, AnEndlessLoopCostsItsTimeLimitAndLittleMore) {
  for (const auto& point : points_) {
    if (point.at("outcome") != "timed_out") continue;
    EXPECT_GE(point.at("wall_s").get<double>(), kTimeLimitS);
    EXPECT_LE(point.at("wall_s").get<double>(), kTimeLimitS + 120);
  }
}

TEST_F(Faults, AFloodOfPrintingIsCutShort) {
  EXPECT_THAT(run_.err, HasSubstr("prints line 0 of a flood"));
  EXPECT_THAT(run_.err, HasSubstr("more bytes of the kernel's output are not shown]"));
  EXPECT_LT(run_.err.size(), 20000u);
}

TEST(FaultsClean, HasTheGoodPointsOfFaults) {
  const Ended run = warpledger({"run", "faults-clean", "--device", device_under_test(), "--set", "n=4000", "--set",
                                "blocks=2", "--quiet", "--format", "json"},
                               fresh_folder());
  EXPECT_EQ(run.exit_code, 0) << run.err;
  EXPECT_EQ(nlohmann::json::parse(run.out).at("planned_points"), 11);
}

}  // namespace
}  // namespace warpledger::e2e
