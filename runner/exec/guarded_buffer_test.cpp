#include "exec/guarded_buffer.h"

#include <gtest/gtest.h>

#include "exec/job_fixture.h"

namespace warpledger {
namespace {

constexpr std::size_t kPageBytes = std::size_t{2} << 20;

/// Number of overwritten bytes in both guard zones.
std::uint64_t written_bytes(Backend& backend, const GuardedBuffer& buffer) {
  const auto [before, after] = buffer.guards();
  const std::vector<Question> questions = {before, after};
  const std::vector<std::uint64_t> answers = backend.answers(questions);
  return answers[0] + answers[1];
}

TEST(GuardedBuffer, BeginsAtTheStartOfAPageIfItIsAsLargeAsOne) {
  ScriptedBackend backend = fixture::doubling_backend();
  EXPECT_EQ(GuardedBuffer(backend, kPageBytes).data().offset_bytes % kPageBytes, 0u);
  EXPECT_EQ(GuardedBuffer(backend, 3 * kPageBytes + 4).data().offset_bytes % kPageBytes, 0u);
  EXPECT_LT(GuardedBuffer(backend, kPageBytes - 1).data().offset_bytes, kPageBytes);
}

TEST(GuardedBuffer, OfAnySizeHasGuardsRightBeforeItAndRightBehindIt) {
  ScriptedBackend backend = fixture::doubling_backend();
  for (const std::size_t bytes : {std::size_t{4}, kPageBytes, kPageBytes + 4}) {
    const GuardedBuffer buffer(backend, bytes);
    EXPECT_EQ(written_bytes(backend, buffer), 0u);
    Memory& memory = *const_cast<Memory*>(buffer.data().memory);
    const std::size_t begin = buffer.data().offset_bytes;
    backend.fill(memory, begin, bytes, std::byte{1});
    EXPECT_EQ(written_bytes(backend, buffer), 0u) << "its own content is none of them";
    backend.fill(memory, begin - 1, 1, std::byte{1});
    backend.fill(memory, begin + bytes, 1, std::byte{1});
    EXPECT_EQ(written_bytes(backend, buffer), 2u);
    EXPECT_EQ(buffer.guard_before().back(), std::byte{1});
    EXPECT_EQ(buffer.guard_after().front(), std::byte{1});
  }
}

}  // namespace
}  // namespace warpledger
