#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "exec/backend.h"
#include "model/job.h"

namespace warpledger {

/// A buffer on the device between two guard zones that no kernel may write.
class GuardedBuffer {
 public:
  GuardedBuffer(Backend& backend, std::size_t bytes);

  DevicePointer data() const;
  std::size_t bytes() const { return bytes_; }
  void write(std::span<const std::byte> content);
  void fill(std::byte value);
  /// On the device: what `from`, which is as long, holds.
  void copy_from(const GuardedBuffer& from);
  /// Backend::fill_random of the content.
  void fill_random(ElementType type, const Fill& fill, RandomStream stream);
  /// Asks Backend::answers how the content differs from `expected`'s.
  Mismatches ask_mismatches(const BufferSpec& spec, const GuardedBuffer& expected) const;
  /// The new content that a Work gives it.
  Renewal renewal(ElementType type, const Fill& fill, bool before_prepare) const;
  void read(std::span<std::byte> content) const;
  /// Two contents with the same one are the same; comparable within this process.
  std::uint64_t fingerprint() const;
  /// Asks Backend::answers for it.
  Fingerprint ask_fingerprint() const;

  /// Fills the guard zones with `guard`.
  void arm_guards(std::byte guard);
  std::byte guard() const { return guard_; }
  /// The zones, which hold guard() unless somebody wrote there.
  std::array<Zone, 2> guards() const;
  std::vector<std::byte> guard_before() const;
  std::vector<std::byte> guard_after() const;

 private:
  Backend& backend_;
  std::size_t bytes_;
  std::size_t begin_;  ///< of the content, in the memory
  std::byte guard_{};
  std::unique_ptr<Memory> memory_;
};

}  // namespace warpledger
