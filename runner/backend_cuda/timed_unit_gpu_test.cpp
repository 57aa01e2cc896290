// Launches that are one timed unit: programmatic ones overlap.
#include <gmock/gmock.h>

#include "backend_cuda/gpu_fixture.h"

namespace warpledger {
namespace {

// `before` lets the next launch begin, and waits until that has been: `*seen` is whether it was. `behind` hands that on
// when `before` has ended, one larger: 1 is "one after the other", 2 "both at once".
constexpr const char* kOverlap = R"cuda(
__device__ unsigned long long now_ns() {
  unsigned long long ns;
  asm volatile("mov.u64 %0, %globaltimer;" : "=l"(ns));
  return ns;
}
__global__ void before(volatile int* began, volatile int* seen, int limit_ns) {
  cudaTriggerProgrammaticLaunchCompletion();
  for (const auto begin = now_ns(); now_ns() - begin < limit_ns;)
    if (*began) {
      *seen = 1;
      return;
    }
}
__global__ void behind(volatile int* began, const volatile int* seen, int* answer) {
  *began = 1;
  __threadfence();
  cudaGridDependencySynchronize();
  *answer = 1 + *seen;
}
__global__ void spin(int* ended, int ns) {
  cudaTriggerProgrammaticLaunchCompletion();
  for (const auto begin = now_ns(); now_ns() - begin < ns;);
  *ended += 1;
}
__global__ void end_at_once() {}
__global__ void add(int* x, int n) {
  cudaGridDependencySynchronize();
  *x = *x * n + 1;
  cudaTriggerProgrammaticLaunchCompletion();
}
)cuda";

class TimedUnitOnGpu : public GpuTest {
 protected:
  void SetUp() override {
    if (backend_->describe().facts.at("cc_major") < 9)
      GTEST_SKIP() << "programmatic launches need compute capability 9";
    module_ = compile(kOverlap, {"before", "behind", "spin", "end_at_once", "add"});
  }

  /// `before` and `behind` on buffers that are 0 at first.
  Work overlap() const {
    constexpr int kLimit_ns = 50'000'000;
    Work work;
    work.restores = {{{began_.get()}, {zero_.get()}, 4}, {{seen_.get()}, {zero_.get()}, 4}};
    work.launches = {
        launch_of(*module_, "before", {DevicePointer{began_.get()}, DevicePointer{seen_.get()}, scalar(kLimit_ns)}),
        launch_of(*module_, "behind",
                  {DevicePointer{began_.get()}, DevicePointer{seen_.get()}, DevicePointer{answer_.get()}})};
    work.launches[1].attributes.programmatic = true;
    return work;
  }

  /// What the second launch of `work`, or of a sample of it, found.
  int answer_of(const Work& work) {
    EXPECT_EQ(end_of(work), "ok");
    return answer();
  }
  int answer() { return download<int>(*answer_).front(); }

  std::unique_ptr<Module> module_;
  std::unique_ptr<Memory> zero_ = upload(std::vector<int>{0});
  std::unique_ptr<Memory> began_ = upload(std::vector<int>{0});
  std::unique_ptr<Memory> seen_ = upload(std::vector<int>{0});
  std::unique_ptr<Memory> answer_ = upload(std::vector<int>{0});
};

TEST_F(TimedUnitOnGpu, AProgrammaticLaunchBeginsBeforeTheOneBeforeItEnds) {
  Work work = overlap();
  answer_of(work);  // loads the functions
  EXPECT_EQ(answer_of(work), 2);
  backend_->fill(*answer_, 0, 4, std::byte{0});
  EXPECT_EQ(backend_->time(work, Cache::cold, 3).size(), 3U);
  EXPECT_EQ(answer(), 2);
  work.launches[1].attributes.programmatic = false;
  EXPECT_EQ(answer_of(work), 1);
}

TEST_F(TimedUnitOnGpu, ProgrammaticLaunchesThatWaitAreInOrder) {
  const auto x = upload(std::vector<int>{0});
  Work work;
  work.restores = {{{x.get()}, {zero_.get()}, 4}};
  for (int i = 1; i <= 12; ++i) {
    work.launches.push_back(launch_of(*module_, "add", {DevicePointer{x.get()}, scalar(i % 3)}));
    work.launches.back().attributes.programmatic = i > 1;
  }
  int expected = 0;
  for (int i = 1; i <= 12; ++i) expected = expected * (i % 3) + 1;
  EXPECT_EQ(end_of(work), "ok");
  EXPECT_EQ(download<int>(*x).front(), expected);
  EXPECT_EQ(backend_->time(work, Cache::warm, 20).size(), 20U);
  EXPECT_EQ(download<int>(*x).front(), expected);
}

TEST_F(TimedUnitOnGpu, AUnitEndsWithTheLastOfItsLaunchesToEnd) {
  constexpr int kSpin_ns = 200'000;
  const auto ended = upload(std::vector<int>{0});
  Work work;
  work.restores = {{{ended.get()}, {zero_.get()}, 4}};
  work.launches = {launch_of(*module_, "spin", {DevicePointer{ended.get()}, scalar(kSpin_ns)}),
                   launch_of(*module_, "end_at_once", {})};
  work.launches[1].attributes.programmatic = true;
  EXPECT_EQ(end_of(work), "ok");
  EXPECT_EQ(download<int>(*ended).front(), 1);
  for (const Cache cache : {Cache::warm, Cache::cold})
    for (const Sample& sample : backend_->time(work, cache, 10)) EXPECT_GE(sample.time_ns, kSpin_ns);
  EXPECT_EQ(download<int>(*ended).front(), 1) << "a restore did not wait for the unit before it";
}

}  // namespace
}  // namespace warpledger
