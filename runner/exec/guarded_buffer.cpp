#include "exec/guarded_buffer.h"

#include "exec/check.h"
#include "exec/inputs.h"

namespace warpledger {
namespace {

/// Catches an index that is a few rows off; a multiple of 256, to keep cudaMalloc's alignment.
constexpr std::size_t kGuardBytes = 4096;

/// Bytes before the buffer; the guard zone is their end. GPU pages have 2 MiB. On an H200 some kernels take 2 to 8 %
/// longer if buffers start 4 KiB into a page instead of at its start, where cudaMalloc puts large buffers
/// (benchmarks/nvbench.md).
std::size_t bytes_before(std::size_t bytes) {
  constexpr std::size_t kPageBytes = std::size_t{2} << 20;
  return bytes < kPageBytes ? kGuardBytes : kPageBytes;
}

/// The same for all buffers of this process, and unknown to kernels.
std::uint64_t fingerprint_key() {
  static const std::uint64_t key = secret_number();
  return key;
}

}  // namespace

GuardedBuffer::GuardedBuffer(Backend& backend, std::size_t bytes)
    : backend_(backend),
      bytes_(bytes),
      begin_(bytes_before(bytes)),
      memory_(backend.allocate(begin_ + bytes + kGuardBytes)) {
  arm_guards(kGuardByte);
}

DevicePointer GuardedBuffer::data() const { return {memory_.get(), begin_}; }

void GuardedBuffer::write(std::span<const std::byte> content) { backend_.write(*memory_, begin_, content); }

void GuardedBuffer::fill(std::byte value) { backend_.fill(*memory_, begin_, bytes_, value); }

void GuardedBuffer::copy_from(const GuardedBuffer& from) { backend_.copy({data(), from.data(), bytes_}); }

void GuardedBuffer::fill_random(ElementType type, const Fill& fill, RandomStream stream) {
  backend_.fill_random(*memory_, begin_, bytes_, type, fill, stream);
}

Mismatches GuardedBuffer::ask_mismatches(const BufferSpec& spec, const GuardedBuffer& expected) const {
  return {data(),          spec.type,          static_cast<std::size_t>(spec.count),
          expected.data(), spec.tolerance.abs, spec.tolerance.rel};
}

Renewal GuardedBuffer::renewal(ElementType type, const Fill& fill, bool before_prepare) const {
  return {memory_.get(), begin_, bytes_, type, fill, before_prepare};
}

std::uint64_t GuardedBuffer::fingerprint() const {
  const Question question = ask_fingerprint();
  return backend_.answers({&question, 1}).front();
}

Fingerprint GuardedBuffer::ask_fingerprint() const { return {memory_.get(), begin_, bytes_, fingerprint_key()}; }

void GuardedBuffer::read(std::span<std::byte> content) const { backend_.read(*memory_, begin_, content); }

void GuardedBuffer::arm_guards(std::byte guard) {
  guard_ = guard;
  backend_.fill(*memory_, begin_ - kGuardBytes, kGuardBytes, guard);
  backend_.fill(*memory_, begin_ + bytes_, kGuardBytes, guard);
}

std::array<Zone, 2> GuardedBuffer::guards() const {
  return {{{memory_.get(), begin_ - kGuardBytes, kGuardBytes, guard_},
           {memory_.get(), begin_ + bytes_, kGuardBytes, guard_}}};
}

std::vector<std::byte> GuardedBuffer::guard_before() const {
  std::vector<std::byte> zone(kGuardBytes);
  backend_.read(*memory_, begin_ - kGuardBytes, zone);
  return zone;
}

std::vector<std::byte> GuardedBuffer::guard_after() const {
  std::vector<std::byte> zone(kGuardBytes);
  backend_.read(*memory_, begin_ + bytes_, zone);
  return zone;
}

}  // namespace warpledger
