#include <gtest/gtest.h>

#include <cmath>

#include "backend_cuda/cuda_memory.h"
#include "backend_cuda/gpu_fixture.h"

namespace warpledger {
namespace {

class BufferOnGpu : public GpuTest {
 protected:
  static constexpr std::size_t kOffset = 4096;

  /// Fills 100 000 elements, of which one in 30 000 of a normal fill lies beyond four deviations.
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
  // The deviations of 17 whole numbers and of an interval of length 16.
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
  const std::vector<double> expected = {1, -2, 0, INFINITY, NAN, 1e-9, 4, 5};
  const std::vector<float> got = {1.05F, -2.5F, NAN, INFINITY, 1, 0, 4, 5.2F};
  const auto on_gpu = upload(got);
  const auto doubles = upload(expected);
  for (const Tolerance& tolerance : {Tolerance{0.1, 0}, Tolerance{0, 0.1}, Tolerance{0, 0}}) {
    const auto count = [&](auto&& how) {
      return how(DevicePointer{on_gpu.get()}, ElementType::f32, got.size(), DevicePointer{doubles.get()}, tolerance);
    };
    EXPECT_EQ(count([&](auto... a) { return backend_->mismatches(a...); }),
              count([&](auto... a) { return backend_->Backend::mismatches(a...); }));
  }
}

TEST_F(BufferOnGpu, AFingerprintIsTheOneThatTheHostTakes) {
  const auto memory = backend_->allocate(kOffset + (std::size_t{4} << 20) + 4);
  backend_->fill_random(*memory, 0, memory->size_bytes(), ElementType::u32, {Fill::Kind::uniform, 0, 1e6}, {1, 2});
  for (const std::size_t bytes : {std::size_t{4}, std::size_t{8}, std::size_t{20}, memory->size_bytes() - kOffset})
    EXPECT_EQ(backend_->fingerprint(*memory, kOffset, bytes, 7),
              backend_->Backend::fingerprint(*memory, kOffset, bytes, 7))
        << bytes;
}

TEST_F(BufferOnGpu, WrittenBytesAreCountedInAllZonesAtAnyOffset) {
  std::vector<unsigned char> content(10'000, 7);
  content[4096] = content[9'999] = content[1] = 8;
  const auto memory = upload(content);
  const std::vector<Zone> zones = {{memory.get(), 3, 4096, std::byte{7}}, {memory.get(), 5001, 4999, std::byte{7}}};
  EXPECT_EQ(backend_->written_bytes(zones), 2u);
  EXPECT_EQ(backend_->Backend::written_bytes(zones), 2u);
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
