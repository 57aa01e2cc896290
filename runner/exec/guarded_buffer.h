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

/// A device buffer between two guard zones that no kernel may write.
class GuardedBuffer {
 public:
  GuardedBuffer(Backend& backend, std::size_t bytes);

  DevicePointer data() const;
  std::size_t bytes() const { return bytes_; }
  void write(std::span<const std::byte> content);
  void fill(std::byte value);
  /// Copies `from`, which has the same size.
  void copy_from(const GuardedBuffer& from);
  void fill_random(ElementType type, const Fill& fill, RandomStream stream);
  /// Question about differences from `expected`.
  Mismatches ask_mismatches(const BufferSpec& spec, const GuardedBuffer& expected) const;
  Renewal renewal(ElementType type, const Fill& fill, bool before_prepare) const;
  void read(std::span<std::byte> content) const;
  /// Hash of the content; comparable within this process.
  std::uint64_t fingerprint() const;
  /// Question for fingerprint().
  Fingerprint ask_fingerprint() const;

  void arm_guards(std::byte guard);
  std::byte guard() const { return guard_; }
  /// The guard zones; they should hold guard().
  std::array<Zone, 2> guards() const;
  std::vector<std::byte> guard_before() const;
  std::vector<std::byte> guard_after() const;

 private:
  Backend& backend_;
  std::size_t bytes_;
  std::size_t begin_;  ///< offset of the content in memory_
  std::byte guard_{};
  std::unique_ptr<Memory> memory_;
};

}  // namespace warpledger
