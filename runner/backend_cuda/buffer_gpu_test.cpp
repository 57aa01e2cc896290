#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "backend_cuda/gpu_fixture.h"
#include "exec/inputs.h"

namespace warpledger {
namespace {

class BufferOnGpu : public GpuTest {
 protected:
  static constexpr std::size_t kOffset = 4096;
};

/// Of `values`: mean, standard deviation, least, most.
std::array<double, 4> moments(const std::vector<double>& values) {
  double sum = 0, squares = 0;
  for (const double value : values) sum += value, squares += value * value;
  const auto count = static_cast<double>(values.size());
  const auto [least, most] = std::ranges::minmax(values);
  return {sum / count, std::sqrt(squares / count - sum / count * sum / count), least, most};
}

TEST_F(BufferOnGpu, RandomElementsAreSpreadAsTheHostsAreAndNothingElseIsWritten) {
  for (std::size_t i = 0; i < kElementTypes.size(); ++i) {
    const auto type = static_cast<ElementType>(i);
    for (const Fill& fill : {Fill{Fill::Kind::uniform, -8, 8}, Fill{Fill::Kind::normal, 40, 5}}) {
      if (fill.a < 0 && (type == ElementType::u32 || type == ElementType::u64)) continue;
      const std::size_t bytes = 100'001 * facts_of(type).bytes;
      const auto memory = upload(std::vector<std::byte>(kOffset + bytes + 8, std::byte{9}));
      backend_->fill_random(*memory, kOffset, bytes, type, fill, {42, 7});
      const auto content = download<std::byte>(*memory);
      std::vector<std::byte> host(bytes);
      fill_random(host, type, fill, {43, 8});
      const auto gpu = moments(to_doubles(std::span(content).subspan(kOffset, bytes), type));
      const auto expected = moments(to_doubles(host, type));
      EXPECT_NEAR(gpu[0], expected[0], 0.1) << facts_of(type).name;
      EXPECT_NEAR(gpu[1], expected[1], 0.1) << facts_of(type).name;
      EXPECT_NEAR(gpu[2], expected[2], 3) << facts_of(type).name;
      EXPECT_NEAR(gpu[3], expected[3], 3) << facts_of(type).name;
      EXPECT_EQ(content[kOffset - 1], std::byte{9});
      EXPECT_EQ(content[kOffset + bytes], std::byte{9});
    }
  }
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
  backend_->fill_random(*memory, 0, memory->size_bytes(), ElementType::u32, like_results(ElementType::u32), {1, 2});
  for (const std::size_t bytes : {std::size_t{4}, std::size_t{8}, std::size_t{20}, memory->size_bytes() - kOffset})
    EXPECT_EQ(backend_->fingerprint(*memory, kOffset, bytes, 7),
              backend_->Backend::fingerprint(*memory, kOffset, bytes, 7))
        << bytes;
}

}  // namespace
}  // namespace warpledger
