#include "backend_cuda/clock_lock.h"

#include <dlfcn.h>
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdlib>
#include <fstream>
#include <string>

#include "backend_cuda/nvml.h"
#include "base/error.h"
#include "base/file.h"

namespace warpledger {
namespace {

using testing::HasSubstr;

/// Uses the fake library (fake_nvml.cpp); done() returns the changes.
class ClockLockTest : public testing::Test {
 protected:
  ClockLockTest() : library_(dlopen(WARPLEDGER_FAKE_NVML, RTLD_NOW | RTLD_LOCAL)), path_(std::getenv("PATH")) {
    setenv("FAKE_NVML_LOG", log_.c_str(), 1);
    setenv("PATH", folder_.path().c_str(), 1);  // no sudo
  }
  void SetUp() override {
    if (in_own_process_namespace())
      GTEST_SKIP() << "a container sees no other's processes: nothing can be locked in one";
  }
  ~ClockLockTest() override {
    setenv("PATH", path_.c_str(), 1);
    unsetenv("FAKE_NVML");
    unsetenv("FAKE_NVML_LOG");
    dlclose(library_);
  }
  /// The GPU's maximum is 1980 MHz.
  static void set_gpu(const std::string& processes, const std::string& more = "locked=0") {
    setenv("FAKE_NVML", fmt::format("max_clock=1980 {} {}", processes, more).c_str(), 1);
  }
  static std::string own() { return fmt::format("process={}", getpid()); }
  std::string done() const {
    std::ifstream file(log_);
    return {std::istreambuf_iterator<char>(file), {}};
  }
  std::string refusal(unsigned int mhz = 1500, const std::string& uuid = "GPU-fake") const {
    try {
      lock_clocks(uuid, mhz, getpid());
    } catch (const Error& error) {
      return error.what();
    }
    return "";
  }
  /// Adds an executable to PATH.
  void add_program(const std::string& name, const std::string& script) {
    std::ofstream(folder_.path() / name) << "#!/bin/sh\n" << script;
    chmod((folder_.path() / name).c_str(), 0755);
  }

  TemporaryFolder folder_;
  std::string log_ = (folder_.path() / "log").string();

 private:
  void* library_;
  std::string path_;
};

TEST_F(ClockLockTest, HoldsTheClockUntilItIsUndoneOrEnds) {
  set_gpu(own());
  const auto undone = lock_clocks("GPU-fake", 1500, getpid());
  EXPECT_EQ(done(), "locked at 1500 MHz\n");
  undone->undo();
  EXPECT_EQ(done(), "locked at 1500 MHz\nreset\n");
  lock_clocks("GPU-fake", 1980, getpid());
  EXPECT_EQ(done(), "locked at 1500 MHz\nreset\nlocked at 1980 MHz\nreset\n");
}

TEST_F(ClockLockTest, AWorkerIsItsParentsOwn) {
  set_gpu(own());
  lock_clocks("GPU-fake", 1500, getppid());
  EXPECT_THAT(done(), HasSubstr("locked"));
}

TEST_F(ClockLockTest, AGpuThatAnotherProcessUsesIsLeftAlone) {
  set_gpu(own() + " process2=1");
  EXPECT_THAT(refusal(), HasSubstr("1 other process uses the GPU"));
  EXPECT_EQ(done(), "");
}

TEST_F(ClockLockTest, AGpuWhoseUsersAreNotToldIsLeftAlone) {
  for (const char* processes : {"", "process=1"}) {
    set_gpu(processes);
    EXPECT_THAT(refusal(), HasSubstr("cannot tell whether other processes use the GPU"));
  }
  EXPECT_EQ(done(), "");
}

TEST_F(ClockLockTest, PartsOfAGpuAndClocksThatItNeverHasAreRefused) {
  set_gpu(own());
  EXPECT_THAT(refusal(1500, "MIG-1"), HasSubstr("no whole GPU"));
  EXPECT_THAT(refusal(1981), HasSubstr("it is 1980 MHz at most"));
  EXPECT_THAT(refusal(0), HasSubstr("cannot be 0 MHz"));
  EXPECT_EQ(done(), "");
}

TEST_F(ClockLockTest, AUserWithoutTheRightIsToldWhoMayHelp) {
  set_gpu(own(), "locked=4");
  EXPECT_THAT(refusal(), HasSubstr("this user may not"));
  EXPECT_THAT(refusal(), HasSubstr("nvidia-smi -i GPU-fake --lock-gpu-clocks=1500,1500"));
  add_program("sudo", "exit 1\n");
  EXPECT_THAT(refusal(), HasSubstr("this user may not"));
  set_gpu(own(), "");
  EXPECT_THAT(refusal(), HasSubstr("cannot be locked"));
}

TEST_F(ClockLockTest, SudoDoesItWhereItMay) {
  set_gpu(own(), "locked=4");
  add_program("sudo", fmt::format("echo sudo \"$@\" >> {}\n", log_));
  lock_clocks("GPU-fake", 1500, getpid())->undo();
  EXPECT_EQ(done(),
            "sudo -n nvidia-smi -i GPU-fake --lock-gpu-clocks=1500,1500\nsudo -n nvidia-smi -i GPU-fake "
            "--reset-gpu-clocks\n");
}

TEST_F(ClockLockTest, ASudoThatHasForgottenIsTold) {
  set_gpu(own(), "locked=4");
  add_program("sudo", "exit 0\n");
  const auto lock = lock_clocks("GPU-fake", 1500, getpid());
  add_program("sudo", "exit 1\n");
  EXPECT_THROW(lock->undo(), Error);
}

}  // namespace
}  // namespace warpledger
