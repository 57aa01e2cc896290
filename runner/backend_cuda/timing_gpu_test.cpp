#include <cuda_runtime_api.h>
#include <gmock/gmock.h>

#include <algorithm>
#include <set>
#include <vector>

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

TEST_F(TimingOnGpu, BuffersAreRenewedBeforeEachSampleAndThoseOfPrepareBeforeItRunsAgain) {
  // Row i of `seen` holds x, y and z as launch i found them; prepare copies y to z.
  const auto module = compile(R"cuda(
    __device__ int launches;
    __global__ void hand_on(const int* y, int* z) { z[0] = y[0]; }
    __global__ void note(const int* x, const int* y, const int* z, int* seen) {
      int* row = seen + 3 * launches++;
      row[0] = x[0], row[1] = y[0], row[2] = z[0];
    })cuda",
                              {"hand_on", "note"});
  const auto x = upload(std::vector<int>(2)), y = upload(std::vector<int>(2)), z = upload(std::vector<int>(2));
  const auto seen = upload(std::vector<int>(300));
  const Fill fill = {Fill::Kind::uniform, 1, 1e9};
  Work work;
  work.prepare = {launch_of(*module, "hand_on", {DevicePointer{y.get()}, DevicePointer{z.get()}})};
  work.launches = {
      launch_of(*module, "note",
                {DevicePointer{x.get()}, DevicePointer{y.get()}, DevicePointer{z.get()}, DevicePointer{seen.get()}})};
  work.renewals = {{x.get(), 0, 8, ElementType::i32, fill, false}, {y.get(), 0, 8, ElementType::i32, fill, true}};
  work.renewed_with = {5, 6};
  ASSERT_EQ(backend_->time(work, Cache::warm, 4).size(), 4U);
  const std::vector<int> rows = download<int>(*seen);
  std::set<int> xs, ys, zs;
  for (std::size_t row = 0; row < 2 || rows[3 * row + 1] != 0; ++row) {
    xs.insert(rows[3 * row]);
    ys.insert(rows[3 * row + 1]);
    zs.insert(rows[3 * row + 2]);
  }
  EXPECT_EQ(xs.size(), 5U);  // initial value and four samples
  EXPECT_EQ(ys.size(), 5U);
  EXPECT_EQ(zs, ys);
}

TEST_F(TimingOnGpu, WorkOfManyLaunchesStaysWithinTheStreamsQueue) {
  const auto module = compile(kSpin, {"spin"});
  Work work;
  work.launches.assign(300, launch_of(*module, "spin", {scalar(1'000)}));
  EXPECT_EQ(backend_->time(work, Cache::warm, 5).size(), 5U);
}

TEST_F(TimingOnGpu, AllClocksAgreeOnALongKernelAndEventsAddALaunchToAShortOne) {
  const auto module = compile(kSpin, {"spin"});
  Work work;
  work.launches = {launch_of(*module, "spin", {scalar(200'000)})};
  for (const OtherClock clock : {OtherClock::activity, OtherClock::batch}) {
    const ClockReading reading = backend_->time_by(clock, work, Cache::warm);
    ASSERT_TRUE(reading.time_ns) << name_of(clock) << ": " << reading.reason;
    EXPECT_NEAR(*reading.time_ns, 200'000, 10'000) << name_of(clock);
  }
  const double empty_ns = backend_->empty_launch_ns().value();
  EXPECT_GT(empty_ns, 300);
  EXPECT_LT(empty_ns, 10'000);
}

TEST_F(TimingOnGpu, AnActivityTimeOfSeveralLaunchesIsThatFromTheFirstToTheLast) {
  const auto module = compile(kSpin, {"spin"});
  Work work;
  work.launches.assign(3, launch_of(*module, "spin", {scalar(50'000)}));
  const ClockReading reading = backend_->time_by(OtherClock::activity, work, Cache::cold);
  ASSERT_TRUE(reading.time_ns) << reading.reason;
  EXPECT_NEAR(*reading.time_ns, 150'000, 15'000);
}

TEST_F(TimingOnGpu, ActivityCanBeTracedAgainAndLeavesSamplesAsTheyWere) {
  const double before_ns = median(times_ns(time_spin(20'000, Cache::warm, 40)));
  const auto module = compile(kSpin, {"spin"});
  Work work;
  work.launches = {launch_of(*module, "spin", {scalar(20'000)})};
  for (int time = 0; time < 2; ++time) ASSERT_TRUE(backend_->time_by(OtherClock::activity, work, Cache::warm).time_ns);
  EXPECT_NEAR(median(times_ns(time_spin(20'000, Cache::warm, 40))), before_ns, 1'000);
}

TEST_F(TimingOnGpu, ABatchIsRefusedWhereItsLaunchesWouldNotBeAlike) {
  const auto module = compile("__global__ void add(int* x) { *x += 1; }", {"add"});
  const auto x = upload(std::vector<int>{1}), first = upload(std::vector<int>{1});
  Work work;
  work.launches = {launch_of(*module, "add", {DevicePointer{x.get()}})};
  EXPECT_THAT(backend_->time_by(OtherClock::batch, work, Cache::cold).reason, ::testing::HasSubstr("cold"));
  work.restores = {{{x.get()}, {first.get()}, sizeof(int)}};
  EXPECT_THAT(backend_->time_by(OtherClock::batch, work, Cache::warm).reason, ::testing::HasSubstr("overwrites"));
}

TEST_F(TimingOnGpu, StreamsTakeTurnsAndComeRound) {
  WorkStream stream(launch_limits(0));
  std::vector<cudaStream_t> seen;
  for (std::size_t i = 0; i < WorkStream::kStreams; ++i, stream.take_turn()) seen.push_back(stream.get());
  EXPECT_EQ(stream.get(), seen.front());
  std::ranges::sort(seen);
  EXPECT_EQ(std::ranges::adjacent_find(seen), seen.end());
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
