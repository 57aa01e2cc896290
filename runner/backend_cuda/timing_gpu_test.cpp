#include <cuda_runtime_api.h>
#include <gmock/gmock.h>

#include "backend_cuda/cubin_cache.h"
#include "backend_cuda/cuda_device.h"
#include "backend_cuda/event_timer.h"
#include "backend_cuda/gpu_fixture.h"
#include "backend_cuda/nvrtc.h"
#include "model/samples.h"

namespace warpledger {
namespace {

using namespace std::chrono_literals;

constexpr const char* kSpin = R"cuda(
__global__ void spin(int ns) {
  unsigned long long begin, now;
  asm volatile("mov.u64 %0, %globaltimer;" : "=l"(begin));
  do asm volatile("mov.u64 %0, %globaltimer;" : "=l"(now)); while (now - begin < ns);
}
)cuda";

class TimingOnGpu : public GpuTest {
 protected:
  std::vector<Sample> time_spin(int ns, Cache cache, int samples) {
    const auto module = compile(kSpin, {"spin"});
    Work work;
    work.launches = {launch_of(*module, "spin", {scalar(ns)})};
    return backend_->time(work, cache, samples);
  }
};

std::vector<double> times_ns(const std::vector<Sample>& samples) {
  std::vector<double> times;
  times.reserve(samples.size());
  for (const Sample& sample : samples) times.push_back(sample.time_ns);
  return times;
}

TEST_F(TimingOnGpu, AKernelThatSpinsFor200MicrosecondsTakesThatLong) {
  for (const Cache cache : {Cache::warm, Cache::cold}) {
    const std::vector<Sample> samples = time_spin(200'000, cache, 40);
    ASSERT_EQ(samples.size(), 40U);
    EXPECT_NEAR(median(times_ns(samples)), 200'000, 20'000);
  }
}

TEST_F(TimingOnGpu, EachLongSampleHasAnSmClock) {
  const int clock_khz = static_cast<int>(backend_->describe().facts.at("clock_khz"));
  for (const Sample& sample : time_spin(200'000, Cache::warm, 20)) {
    ASSERT_TRUE(sample.sm_clock_mhz);
    EXPECT_GT(*sample.sm_clock_mhz, 100);
    EXPECT_LT(*sample.sm_clock_mhz, 1.2e-3 * clock_khz);
  }
}

TEST_F(TimingOnGpu, InoutBuffersAreRestoredBeforeEachSample) {
  const auto module = compile("__global__ void add(int* x) { *x += 1; }", {"add"});
  const auto first = upload(std::vector<int>{10});
  const auto x = upload(std::vector<int>{0});
  Work work;
  work.restores = {{{x.get()}, {first.get()}, 4}};
  work.launches = {launch_of(*module, "add", {DevicePointer{x.get()}})};
  EXPECT_EQ(backend_->time(work, Cache::warm, 33).size(), 33U);
  EXPECT_EQ(download<int>(*x).front(), 11);
}

TEST_F(TimingOnGpu, WorkOfManyLaunchesStaysWithinTheStreamsQueue) {
  const auto module = compile(kSpin, {"spin"});
  Work work;
  work.launches.assign(300, launch_of(*module, "spin", {scalar(1'000)}));
  EXPECT_EQ(backend_->time(work, Cache::warm, 5).size(), 5U);
}

TEST_F(TimingOnGpu, AGateThatNobodyOpensLetsGo) {
  const WorkStream stream(launch_limits(0));
  const Device device = backend_->describe();
  const auto options = nvrtc_options(static_cast<int>(10 * device.facts.at("cc_major") + device.facts.at("cc_minor")));
  const CudaModule kernels(cached_cubin(CubinCache(""), timing_program(), kTimingKernels, options), "timing");
  Gate gate(stream, kernels.function(kWaitKernel));
  gate.close(300ms);
  stream.wait("the gate");
  EXPECT_TRUE(gate.expired());

  gate.close(10s);
  EXPECT_EQ(cudaStreamQuery(stream.get()), cudaErrorNotReady);
  gate.open();
  stream.wait("the gate");
  EXPECT_FALSE(gate.expired());
}

}  // namespace
}  // namespace warpledger
