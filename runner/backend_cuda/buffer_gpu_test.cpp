#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <bit>
#include <chrono>
#include <cmath>
#include <thread>

#include "backend_cuda/cuda_memory.h"
#include "backend_cuda/gpu_fixture.h"

namespace warpledger {
namespace {

class BufferOnGpu : public GpuTest {
 protected:
  static constexpr std::size_t kOffset = 4096;

  /// Fills 100 000 elements; in a normal fill about 1 in 30 000 is beyond four deviations.
  template <class T>
  void expect_spread(ElementType type, const Fill& fill, double mean, double deviation) {
    constexpr std::size_t kCount = 100'000, kBefore = kOffset / sizeof(T);
    const T other = 99;
    const auto memory = upload(std::vector<T>(kBefore + kCount + 1, other));
    backend_->fill_random(*memory, kOffset, kCount * sizeof(T), type, fill, {42, 7});
    const auto content = download<T>(*memory);
    double sum = 0, squares = 0;
    for (std::size_t i = kBefore; i < kBefore + kCount; ++i) {
      const double away = static_cast<double>(content[i]) - mean;
      EXPECT_LT(std::abs(away), fill.kind == Fill::Kind::uniform ? 8.001 : 6 * deviation);
      sum += away, squares += away * away;
    }
    EXPECT_NEAR(sum / kCount, 0, 0.1);
    EXPECT_NEAR(std::sqrt(squares / kCount), deviation, 0.1);
    EXPECT_EQ(content[kBefore - 1], other);
    EXPECT_EQ(content[kBefore + kCount], other);
  }
};

TEST_F(BufferOnGpu, RandomElementsAreSpreadAsTheFillSaysAndNothingElseIsWritten) {
  const Fill uniform = {Fill::Kind::uniform, 10, 26}, normal = {Fill::Kind::normal, 40, 5};
  // Deviations of 17 integers and of an interval of length 16.
  expect_spread<int>(ElementType::i32, uniform, 18, 4.9);
  expect_spread<unsigned long long>(ElementType::u64, uniform, 18, 4.9);
  expect_spread<float>(ElementType::f32, uniform, 18, 4.62);
  expect_spread<double>(ElementType::f64, uniform, 18, 4.62);
  expect_spread<unsigned>(ElementType::u32, normal, 40, 5);
  expect_spread<long long>(ElementType::i64, normal, 40, 5);
  expect_spread<float>(ElementType::f32, normal, 40, 5);
  expect_spread<double>(ElementType::f64, normal, 40, 5);
}

TEST_F(BufferOnGpu, MismatchesAreCountedAsTheHostCountsThem) {
  const std::vector<double> expected = {1, -2, 0, INFINITY, INFINITY, -INFINITY, NAN, 1e-9, 4, 5};
  const std::vector<float> got = {1.05F, -2.5F, NAN, INFINITY, 7, INFINITY, 1, 0, 4, 5.2F};
  const auto on_gpu = upload(got);
  const auto doubles = upload(expected);
  for (const Tolerance& tolerance : {Tolerance{0.1, 0}, Tolerance{0, 0.1}, Tolerance{0, 0}}) {
    const Question question =
        Mismatches{{on_gpu.get()}, ElementType::f32, got.size(), {doubles.get()}, tolerance.abs, tolerance.rel};
    EXPECT_EQ(backend_->answers({&question, 1}), backend_->Backend::answers({&question, 1}));
  }
}

TEST_F(BufferOnGpu, TheLargestErrorIsTheOneThatTheHostFinds) {
  const std::vector<std::vector<float>> cases = {{1.05F, -2.5F, NAN}, {1, -2, 0}, {INFINITY, -2, 0}, {NAN, NAN, NAN}};
  const auto doubles = upload(std::vector<double>{1, -2, 0});
  for (const std::vector<float>& got : cases) {
    const auto on_gpu = upload(got);
    const Question question = LargestError{{on_gpu.get()}, ElementType::f32, got.size(), {doubles.get()}};
    EXPECT_EQ(backend_->answers({&question, 1}), backend_->Backend::answers({&question, 1}));
  }
}

TEST_F(BufferOnGpu, TheLargestErrorOfAMillionElementsOfAnyTypeIsFoundWhereverItIs) {
  constexpr std::size_t kCount = 1'000'003;
  for (std::size_t t = 0; t < kElementTypes.size(); ++t) {
    const auto type = static_cast<ElementType>(t);
    const auto got = backend_->allocate(kCount * facts_of(type).bytes);
    backend_->fill(*got, 0, got->size_bytes(), std::byte{0});
    std::vector<double> expected(kCount, 0);
    expected[kCount - 1] = -3, expected[kCount / 2] = 2;
    const auto doubles = upload(expected);
    const Question question = LargestError{{got.get()}, type, kCount, {doubles.get()}};
    EXPECT_EQ(backend_->answers({&question, 1}).front(), std::bit_cast<std::uint64_t>(3.0)) << facts_of(type).name;
  }
}

TEST_F(BufferOnGpu, AFingerprintIsTheOneThatTheHostTakes) {
  const auto memory = backend_->allocate(kOffset + (std::size_t{4} << 20) + 4);
  backend_->fill_random(*memory, 0, memory->size_bytes(), ElementType::u32, {Fill::Kind::uniform, 0, 1e6}, {1, 2});
  std::vector<Question> questions;
  for (const std::size_t bytes : {std::size_t{4}, std::size_t{8}, std::size_t{20}, memory->size_bytes() - kOffset})
    questions.emplace_back(Fingerprint{memory.get(), kOffset, bytes, 7});
  EXPECT_EQ(backend_->answers(questions), backend_->Backend::answers(questions));
}

TEST_F(BufferOnGpu, WrittenBytesAreCountedInAllZonesAtAnyOffset) {
  std::vector<unsigned char> content(10'000, 7);
  content[4096] = content[9'999] = content[1] = 8;
  const auto memory = upload(content);
  const std::vector<Question> zones = {Zone{memory.get(), 3, 4096, std::byte{7}},
                                       Zone{memory.get(), 5001, 4999, std::byte{7}},
                                       Zone{memory.get(), 0, 10'000, std::byte{7}}};
  EXPECT_EQ(backend_->answers(zones), (std::vector<std::uint64_t>{1, 1, 3}));
  EXPECT_EQ(backend_->Backend::answers(zones), (std::vector<std::uint64_t>{1, 1, 3}));
}

TEST_F(BufferOnGpu, ManyMoreQuestionsThanAreAskedAtOnceAreAllAnswered) {
  const auto memory = upload(std::vector<unsigned char>(1000, 7));
  std::vector<Question> zones;
  std::vector<std::uint64_t> expected;
  for (std::size_t bytes = 1; bytes <= 200; ++bytes) {
    zones.emplace_back(Zone{memory.get(), 0, bytes, std::byte{8}});
    expected.push_back(bytes);
  }
  EXPECT_EQ(backend_->answers(zones), expected);
  EXPECT_TRUE(backend_->answers({}).empty());
}

TEST_F(BufferOnGpu, AnElementThatIsNotTheOneOfTheRenewalIsCountedForEachTypeAndFill) {
  constexpr std::size_t kCount = 100'000;
  for (std::size_t t = 0; t < kElementTypes.size(); ++t) {
    const auto type = static_cast<ElementType>(t);
    for (const Fill::Kind kind : {Fill::Kind::uniform, Fill::Kind::normal}) {
      if (type == ElementType::boolean && kind == Fill::Kind::normal) continue;  // no family uses it
      const std::size_t bytes = kCount * facts_of(type).bytes;
      const auto memory = backend_->allocate(kOffset + bytes);
      const Fill fill = {kind, 0, std::min(2e5, facts_of(type).most)};
      const Renewal renewal = {memory.get(), kOffset, bytes, type, fill};
      backend_->fill_random(*memory, kOffset, bytes, type, renewal.fill, {42, 7});
      const Question same = ChangedSince{renewal, {42, 7}}, other = ChangedSince{renewal, {42, 8}};
      EXPECT_EQ(backend_->answers({&same, 1}).front(), 0u) << facts_of(type).name;
      EXPECT_GT(backend_->answers({&other, 1}).front(), kCount / 3) << facts_of(type).name;
      std::byte last{};
      backend_->read(*memory, kOffset + bytes - 1, {&last, 1});
      backend_->fill(*memory, kOffset + bytes - 1, 1, ~last);
      EXPECT_EQ(backend_->answers({&same, 1}).front(), 1u) << facts_of(type).name;
    }
  }
}

TEST_F(BufferOnGpu, TheFaultOfALaunchThatWasBegunIsToldInItsWordsWhateverNoticesIt) {
  const auto module = compile(
      "__global__ void breaks(int* p) { *(volatile int*)nullptr = 1; }\n"
      "__global__ void works(int* p) { p[1] = 2; }",
      {"breaks", "works"});
  const auto memory = upload(std::vector<int>(4, 1));
  Work breaking, working;
  breaking.launches.push_back(launch_of(*module, "breaks", {DevicePointer{memory.get()}}));
  working.launches.push_back(launch_of(*module, "works", {DevicePointer{memory.get()}}));
  backend_->begin(breaking);
  std::this_thread::sleep_for(std::chrono::milliseconds(100));  // lets the driver notice the fault
  const Question question = Fingerprint{memory.get(), 0, 16, 1};
  try {
    backend_->begin(working);
    backend_->answers({&question, 1});
    FAIL() << "nothing was told";
  } catch (const PointFailure& end) {
    EXPECT_EQ(end.outcome(), Outcome::launch_failed);
    EXPECT_THAT(end.what(), testing::StartsWith("launch 1 of 1, breaks"));
  }
}

TEST_F(BufferOnGpu, AFaultThatLoadingAnotherProgramNoticesIsToldInTheWordsOfItsLaunch) {
  const auto module = compile("__global__ void breaks(int* p) { *(volatile int*)nullptr = 1; }", {"breaks"});
  const auto memory = upload(std::vector<int>(4, 1));
  Work breaking;
  breaking.launches.push_back(launch_of(*module, "breaks", {DevicePointer{memory.get()}}));
  backend_->begin(breaking);
  try {
    compile("__global__ void other() {}", {"other"});
    backend_->allocate(1 << 20);
    FAIL() << "nothing was told";
  } catch (const PointFailure& end) {
    EXPECT_THAT(end.what(), testing::StartsWith("launch 1 of 1, breaks"));
  }
}

TEST_F(BufferOnGpu, RepeatedLaunchesWithRenewalsAreAsTimedOnesAndWithoutThemFindTheSameInputs) {
  // Counts launches, and those that found another first element than the previous one.
  const auto module = compile(
      "__global__ void watch(float* x, unsigned* seen) {"
      " const unsigned now = __float_as_uint(x[0]); ++seen[0]; if (now != seen[2]) ++seen[1]; seen[2] = now; }",
      {"watch"});
  const auto x = upload(std::vector<float>(1024, 1.5F));
  const auto seen = upload(std::vector<unsigned>(3, 0));
  Work work;
  work.launches.push_back(launch_of(*module, "watch", {DevicePointer{x.get()}, DevicePointer{seen.get()}}));
  backend_->begin_repeatedly(work, 4);
  EXPECT_EQ(download<unsigned>(*seen)[1], 1u);
  work.renewals.push_back({x.get(), 0, 4096, ElementType::f32, {Fill::Kind::uniform, 0, 1}});
  work.renewed_with = {3, 4};
  backend_->begin_repeatedly(work, 4);
  const auto counts = download<unsigned>(*seen);
  EXPECT_EQ(counts[0], 8u);
  EXPECT_EQ(counts[1], 5u);
  const Question last = ChangedSince{work.renewals[0], stream_of(work, 0, 4)};
  EXPECT_EQ(backend_->answers({&last, 1}).front(), 0u);
}

TEST_F(BufferOnGpu, MemoryThatWasGivenBackIsTakenAgainByTheNextOfItsSize) {
  FreedMemory freed(2 << 20);
  const std::byte* first = CudaMemory(1 << 20, &freed).address();
  EXPECT_NE(CudaMemory(1 << 19, &freed).address(), first);
  EXPECT_EQ(CudaMemory(1 << 20, &freed).address(), first);
  EXPECT_NE(freed.take(1 << 19), nullptr);
  EXPECT_EQ(freed.take(1 << 21), nullptr);
}

TEST_F(BufferOnGpu, NoMoreMemoryIsKeptThanAllowed) {
  FreedMemory freed(1 << 20);
  { const CudaMemory kept(1 << 20, &freed), freed_at_once(1 << 18, &freed); }
  EXPECT_EQ(freed.take(1 << 20) != nullptr, freed.take(1 << 18) == nullptr);
}

TEST_F(BufferOnGpu, KeptMemoryIsNotInTheWayOfABufferThatNeedsIt) {
  const auto most = static_cast<std::size_t>(backend_->describe().facts.at("global_memory_bytes"));
  FreedMemory freed(most);
  { const CudaMemory large(most / 2, &freed); }
  EXPECT_NO_THROW(CudaMemory(most / 2 + most / 8, &freed));
}

}  // namespace
}  // namespace warpledger
