#include <cupti.h>
#include <gmock/gmock.h>

#include <set>

#include "backend_cuda/cuda_check.h"
#include "backend_cuda/gpu_fixture.h"
#include "backend_cuda/toolkit_library.h"

namespace warpledger {
namespace {

// `before` allows the next launch to begin, waits for it and writes to `*seen` if it began. After `before` ends,
// `behind` passes on that value plus 1: 1 means sequential, 2 overlapping.
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

class GraphLaunches {
 public:
  GraphLaunches() {
    WARPLEDGER_CUPTI(cuptiSubscribe, &subscriber_, reinterpret_cast<CUpti_CallbackFunc>(count), &calls_);
    WARPLEDGER_CUPTI(cuptiEnableCallback, 1, subscriber_, CUPTI_CB_DOMAIN_RUNTIME_API,
                     CUPTI_RUNTIME_TRACE_CBID_cudaGraphLaunch_v10000);
  }
  ~GraphLaunches() { CUPTI(cuptiUnsubscribe)(subscriber_); }
  GraphLaunches(const GraphLaunches&) = delete;
  GraphLaunches& operator=(const GraphLaunches&) = delete;

  int calls() const { return calls_; }

 private:
  static void CUPTIAPI count(void* calls, CUpti_CallbackDomain, CUpti_CallbackId, const CUpti_CallbackData* data) {
    if (data->callbackSite == CUPTI_API_ENTER) ++*static_cast<int*>(calls);
  }

  CUpti_SubscriberHandle subscriber_ = nullptr;
  int calls_ = 0;
};

class TimedUnitOnGpu : public GpuTest {
 protected:
  void SetUp() override {
    if (backend_->describe().facts.at("cc_major") < 9)
      GTEST_SKIP() << "programmatic launches need compute capability 9";
    module_ = compile(kOverlap, {"before", "behind", "spin", "end_at_once", "add"});
  }

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

  /// Returns the result of the second launch of `work`, or of a sample of it.
  int answer_of(const Work& work) {
    EXPECT_EQ(end_of(work), "ok");
    return answer();
  }
  int answer() { return download<int>(*answer_).front(); }

  /// Launched and timed, the launches overlap; without the attribute they do not.
  void expect_overlap(Work work) {
    answer_of(work);  // loads the functions
    EXPECT_EQ(answer_of(work), 2);
    backend_->fill(*answer_, 0, 4, std::byte{0});
    EXPECT_EQ(backend_->time(work, Cache::cold, 3).size(), 3U);
    EXPECT_EQ(answer(), 2);
    work.launches[1].attributes.programmatic = false;
    EXPECT_EQ(answer_of(work), 1);
  }

  std::unique_ptr<Module> module_;
  std::unique_ptr<Memory> zero_ = upload(std::vector<int>{0});
  std::unique_ptr<Memory> began_ = upload(std::vector<int>{0});
  std::unique_ptr<Memory> seen_ = upload(std::vector<int>{0});
  std::unique_ptr<Memory> answer_ = upload(std::vector<int>{0});
};

TEST_F(TimedUnitOnGpu, AProgrammaticLaunchBeginsBeforeTheOneBeforeItEnds) { expect_overlap(overlap()); }

TEST_F(TimedUnitOnGpu, AProgrammaticLaunchOverlapsInAGraphToo) {
  Work work = overlap();
  work.graph = true;
  expect_overlap(work);
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
  for (const bool graph : {false, true}) {
    work.graph = graph;
    EXPECT_EQ(end_of(work), "ok");
    EXPECT_EQ(download<int>(*x).front(), expected);
    EXPECT_EQ(backend_->time(work, Cache::warm, 20).size(), 20U);
    EXPECT_EQ(download<int>(*x).front(), expected);
  }
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
  for (const bool graph : {false, true}) {
    work.graph = graph;
    for (const Cache cache : {Cache::warm, Cache::cold})
      for (const Sample& sample : backend_->time(work, cache, 10)) EXPECT_GE(sample.time_ns, kSpin_ns);
  }
  EXPECT_EQ(download<int>(*ended).front(), 1) << "a restore did not wait for the unit before it";
}

class GraphOnGpu : public GpuTest {
 protected:
  /// x = 3 * (2 * (x + 1)) in three launches of the graph, from 10.
  Work arithmetic() const {
    Work work;
    work.restores = {{{x_.get()}, {ten_.get()}, 4}};
    work.launches = {launch_of(*module_, "add", {DevicePointer{x_.get()}, scalar(1)}),
                     launch_of(*module_, "multiply", {DevicePointer{x_.get()}, scalar(2)}),
                     launch_of(*module_, "multiply", {DevicePointer{x_.get()}, scalar(3)})};
    work.graph = true;
    return work;
  }
  int x() { return download<int>(*x_).front(); }

  std::unique_ptr<Module> module_ = compile(
      "__global__ void add(int* x, int n) { *x += n; }\n"
      "__global__ void multiply(int* x, int n) { *x *= n; }\n"
      "__global__ void spin(int ns) { unsigned long long begin, now;\n"
      "  asm volatile(\"mov.u64 %0, %globaltimer;\" : \"=l\"(begin));\n"
      "  do asm volatile(\"mov.u64 %0, %globaltimer;\" : \"=l\"(now)); while (now - begin < ns); }\n"
      "__device__ int launches;\n"
      "__global__ void hand_on(const int* x, int* y) { *y = *x; }\n"
      "__global__ void note(const int* y, int* seen) { seen[launches++] = *y; }\n",
      {"add", "multiply", "spin", "hand_on", "note"});
  std::unique_ptr<Memory> ten_ = upload(std::vector<int>{10});
  std::unique_ptr<Memory> x_ = upload(std::vector<int>{0});
};

TEST_F(GraphOnGpu, IsLaunchedOnceForEachSampleAndIsRight) {
  const Work work = arithmetic();
  const GraphLaunches graphs;
  EXPECT_EQ(end_of(work), "ok");
  EXPECT_EQ(x(), 66);
  EXPECT_EQ(graphs.calls(), 1);
  backend_->fill(*x_, 0, 4, std::byte{0});
  EXPECT_EQ(backend_->time(work, Cache::cold, 5).size(), 5U);
  EXPECT_EQ(x(), 66);
  EXPECT_EQ(graphs.calls(), 1 + 1 + 5);                          // the first execution loads the code
  EXPECT_EQ(backend_->time(work, Cache::warm, 40).size(), 40U);  // on all streams
  EXPECT_EQ(x(), 66);
}

TEST_F(GraphOnGpu, OfNoneLaunchesOneByOne) {
  Work work = arithmetic();
  work.graph = false;
  const GraphLaunches graphs;
  EXPECT_EQ(end_of(work), "ok");
  EXPECT_EQ(x(), 66);
  backend_->time(work, Cache::warm, 5);
  EXPECT_EQ(graphs.calls(), 0);
}

TEST_F(GraphOnGpu, IsLaunchedRepeatedlyOnWhatWasRestored) {
  const GraphLaunches graphs;
  backend_->begin_repeatedly(arithmetic(), 7);
  EXPECT_EQ(x(), 66);
  EXPECT_EQ(graphs.calls(), 7);
}

TEST_F(GraphOnGpu, SeesWhatEachSampleWasRenewedWith) {
  const auto y = upload(std::vector<int>(2)), seen = upload(std::vector<int>(300));
  Work work;
  work.launches = {launch_of(*module_, "hand_on", {DevicePointer{x_.get()}, DevicePointer{y.get()}}),
                   launch_of(*module_, "note", {DevicePointer{y.get()}, DevicePointer{seen.get()}})};
  work.graph = true;
  work.renewals = {{x_.get(), 0, 4, ElementType::i32, {Fill::Kind::uniform, 1, 1e9}, false}};
  work.renewed_with = {5, 6};
  ASSERT_EQ(backend_->time(work, Cache::warm, 4).size(), 4U);
  const std::vector<int> rows = download<int>(*seen);
  EXPECT_EQ(std::set<int>(rows.begin(), rows.end()).size(), 5U);  // initial value and four samples
}

TEST_F(GraphOnGpu, IsCountedWithoutTheGraphAndAsThoughThereWereNone) {
  const std::vector<MetricRequest> requests = {{"instructions", "instruction", "", {{"smsp__inst_executed.sum"}}}};
  std::vector<Work> works(2, arithmetic());
  works[1].graph = false;
  const GraphLaunches graphs;
  const auto counted = backend_->collect(works, Cache::warm, requests);
  ASSERT_TRUE(counted.at(0).at(0).value) << counted.at(0).at(0).reason;
  EXPECT_EQ(counted.at(0).at(0).value, counted.at(1).at(0).value);
  EXPECT_EQ(graphs.calls(), 0);
}

TEST_F(GraphOnGpu, IsTimedByOtherClocksToo) {
  Work work;
  work.launches.assign(3, launch_of(*module_, "spin", {scalar(50'000)}));
  work.graph = true;
  for (const OtherClock clock : {OtherClock::activity, OtherClock::batch}) {
    const ClockReading reading = backend_->time_by(clock, work, Cache::warm);
    ASSERT_TRUE(reading.time_ns) << name_of(clock) << ": " << reading.reason;
    EXPECT_NEAR(*reading.time_ns, 150'000, 15'000) << name_of(clock);
  }
}

TEST_F(GraphOnGpu, ThatCannotBeMadeEndsItsPointAndNoOther) {
  Work work = arithmetic();
  work.launches[1].block = {2048};
  EXPECT_EQ(end_of(work), "invalid_point: multiply: 2048 threads in block dimension x exceed the device limit of 1024");
  work.launches[1].block = {1};
  work.launches[1].attributes.cooperative = true;
  work.launches[1].grid = {1 << 20};
  EXPECT_TRUE(end_of(work).starts_with("invalid_point: ")) << end_of(work);
  EXPECT_EQ(end_of(arithmetic()), "ok");
  EXPECT_EQ(x(), 66);
}

}  // namespace
}  // namespace warpledger
