#pragma once

#include <cstddef>
#include <cstdint>
#include <variant>

#include "model/job.h"

namespace warpledger {

// Device memory, and questions about it that are answered without reading it back.

class Memory {
 public:
  virtual ~Memory() = default;
  virtual std::size_t size_bytes() const = 0;
};

struct DevicePointer {
  const Memory* memory = nullptr;
  std::size_t offset_bytes = 0;
};

inline DevicePointer element_at(DevicePointer pointer, std::int64_t index, ElementType type) {
  pointer.offset_bytes += static_cast<std::size_t>(index) * facts_of(type).bytes;
  return pointer;
}

/// Identifies a sequence of random numbers (exec/inputs.h). Two secrets, so that a launch has no time to derive
/// elements from others that it has seen.
struct RandomStream {
  std::uint64_t key = 0;
  std::uint64_t first = 0;
};

/// New random content for a buffer: what earlier launches saw or left there becomes useless.
struct Renewal {
  Memory* memory = nullptr;
  std::size_t offset_bytes = 0;
  std::size_t bytes = 0;
  ElementType type = ElementType::f32;
  Fill fill;
  bool before_prepare = false;  ///< passed to a prepare launch, so renewed before it
};

/// Bytes that should be `value`; the answer is the number that are not.
struct Zone {
  const Memory* memory = nullptr;
  std::size_t offset_bytes = 0;
  std::size_t bytes = 0;
  std::byte value{};
};

/// A keyed hash of bytes (exec/inputs.h).
struct Fingerprint {
  const Memory* memory = nullptr;
  std::size_t offset_bytes = 0;
  std::size_t bytes = 0;
  std::uint64_t key = 0;
};

/// Number of elements that differ from the doubles at `expected` by more than a Tolerance of `abs` and `rel`.
struct Mismatches {
  DevicePointer got;
  ElementType type = ElementType::f32;
  std::size_t count = 0;
  DevicePointer expected;
  double abs = 0;
  double rel = 0;
};

/// Largest difference from the doubles at `expected`, as the bits of a double. Ignores NaN.
struct LargestError {
  DevicePointer got;
  ElementType type = ElementType::f32;
  std::size_t count = 0;
  DevicePointer expected;
};

/// Number of elements that differ from what `renewal` wrote with `stream`.
struct ChangedSince {
  Renewal renewal;
  RandomStream stream;
};

/// Questions for Backend::answers().
using Question = std::variant<Fingerprint, Mismatches, LargestError, Zone, ChangedSince>;

}  // namespace warpledger
