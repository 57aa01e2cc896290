#include <gtest/gtest.h>

#include "backend_cuda/gpu_fixture.h"

namespace warpledger {
namespace {

class BufferOnGpu : public GpuTest {
 protected:
  static constexpr std::size_t kOffset = 4096;
};

TEST_F(BufferOnGpu, RandomElementsAreThoseThatTheHostMakes) {
  for (std::size_t i = 0; i < kElementTypes.size(); ++i) {
    const auto type = static_cast<ElementType>(i);
    const std::size_t bytes = 100'001 * facts_of(type).bytes;
    const auto on_gpu = upload(std::vector<std::byte>(kOffset + bytes + 8));
    const auto by_host = upload(std::vector<std::byte>(kOffset + bytes + 8));
    backend_->fill_random(*on_gpu, kOffset, bytes, type, 42);
    backend_->Backend::fill_random(*by_host, kOffset, bytes, type, 42);
    EXPECT_EQ(download<std::byte>(*on_gpu), download<std::byte>(*by_host)) << facts_of(type).name;
  }
}

TEST_F(BufferOnGpu, AFingerprintIsTheOneThatTheHostTakes) {
  const auto memory = backend_->allocate(kOffset + (std::size_t{4} << 20) + 4);
  backend_->fill_random(*memory, 0, memory->size_bytes(), ElementType::u32, 1);
  for (const std::size_t bytes : {std::size_t{4}, std::size_t{8}, std::size_t{20}, memory->size_bytes() - kOffset})
    EXPECT_EQ(backend_->fingerprint(*memory, kOffset, bytes, 7),
              backend_->Backend::fingerprint(*memory, kOffset, bytes, 7))
        << bytes;
}

}  // namespace
}  // namespace warpledger
