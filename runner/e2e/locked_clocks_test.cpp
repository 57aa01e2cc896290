#include <fmt/format.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <thread>

#include "base/subprocess.h"
#include "e2e/program.h"

namespace warpledger::e2e {
namespace {

/// The real program, holding the clocks of a GPU that backend_cuda/nvml_fixture.cpp simulates.
class LockedClocksOfAFake : public testing::Test {
 protected:
  void SetUp() override {
    if (!std::filesystem::exists(kLibraries)) GTEST_SKIP() << "built without a CUDA Toolkit";
    if (std::filesystem::read_symlink("/proc/self/ns/pid") != "pid:[4026531836]")
      GTEST_SKIP() << "a container sees no other's processes: nothing can be locked in one";
  }
  /// What was done to the GPU; waits up to 20 s until that is `expected`.
  std::string done_soon(const std::string& expected) const {
    std::string done;
    for (int step = 0; step < 2000 && done != expected; ++step) {
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
      std::ifstream file(log_);
      done = {std::istreambuf_iterator<char>(file), {}};
    }
    return done;
  }
  /// A process that has the clocks held at 1500 MHz, and does nothing more.
  pid_t owner() const {
    const pid_t owner = fork();
    if (owner != 0) return owner;
    setenv("LD_LIBRARY_PATH", kLibraries, 1);
    setenv("FAKE_NVML_LOG", log_.c_str(), 1);
    setenv("FAKE_NVML", fmt::format("max_clock=1980 locked=0 process={}", getpid()).c_str(), 1);
    Channel socket = make_socket();
    const Subprocess holder(
        {.words = {WARPLEDGER_PROGRAM_DIR "/warpledger", "clocks", "--uuid", "GPU-fake", "--mhz", "1500", "--fd", "3"},
         .folder = {},
         .environment = {},
         .descriptors = {{socket.childs.number(), 3}},
         .apart = true});
    while (true) pause();
  }

  static constexpr const char* kLibraries = WARPLEDGER_BUILD_DIR "/fake_nvml";
  std::string log_ = fresh_folder() + "/log";
};

TEST_F(LockedClocksOfAFake, AreLetGoWhenTheirOwnerIsKilled) {
  const pid_t process = owner();
  EXPECT_EQ(done_soon("locked at 1500 MHz\n"), "locked at 1500 MHz\n");
  kill(process, SIGKILL);
  waitpid(process, nullptr, 0);
  EXPECT_EQ(done_soon("locked at 1500 MHz\nreset\n"), "locked at 1500 MHz\nreset\n");
}

TEST(LockedClocks, AHostHasNone) {
  const Ended ended = warpledger({"run", "quickstart", "--device", "host", "--lock-clocks", "1500"}, fresh_folder());
  EXPECT_EQ(ended.exit_code, 2);
  EXPECT_NE(ended.err.find("no clocks that could be locked"), std::string::npos) << ended.err;
}

}  // namespace
}  // namespace warpledger::e2e
