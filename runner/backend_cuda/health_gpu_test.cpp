#include <gmock/gmock.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include "backend_cuda/gpu_fixture.h"
#include "model/health.h"

namespace warpledger {
namespace {

using HealthOnGpu = GpuTest;

TEST_F(HealthOnGpu, EachFlagHasAValueOrAReason) {
  backend_->health();
  const std::vector<Metric> metrics = metrics_of(backend_->health());
  ASSERT_FALSE(metrics.empty());
  for (const Metric& metric : metrics) {
    EXPECT_NE(metric.value.has_value(), !metric.reason.empty()) << metric.name;
    RecordProperty(metric.name, metric.value ? std::to_string(*metric.value) : metric.reason);
  }
}

TEST_F(HealthOnGpu, AnIdleGpuDoesNotThrottle) {
  backend_->health();
  const Health health = backend_->health();
  if (!health.throttling) GTEST_SKIP() << health.why_no_throttling;
  EXPECT_EQ(*health.throttling, Throttling{});
}

// This program once more, timing kernels until it is killed.
class OtherProcess {
 public:
  OtherProcess() {
    const char* const arguments[] = {"other", "--gtest_filter=TimingOnGpu.*", "--gtest_repeat=-1", nullptr};
    if (posix_spawn(&pid_, "/proc/self/exe", nullptr, nullptr, const_cast<char**>(arguments), environ) != 0) pid_ = -1;
  }
  ~OtherProcess() {
    if (pid_ <= 0) return;
    kill(pid_, SIGKILL);
    waitpid(pid_, nullptr, 0);
  }
  OtherProcess(const OtherProcess&) = delete;
  OtherProcess& operator=(const OtherProcess&) = delete;
  bool started() const { return pid_ > 0; }

 private:
  pid_t pid_ = -1;
};

TEST_F(HealthOnGpu, AnotherProcessOnTheGpuIsCounted) {
  const OtherProcess other;
  ASSERT_TRUE(other.started());
  Health health = backend_->health();
  for (int tries = 0; tries < 100 && health.other_gpu_processes.value_or(0) == 0; ++tries) {
    usleep(200'000);  // it loads its libraries first
    health = backend_->health();
  }
  if (!health.other_gpu_processes) GTEST_SKIP() << health.why_no_processes;
  EXPECT_GE(*health.other_gpu_processes, 1);
}

}  // namespace
}  // namespace warpledger
