#pragma once

#include <cstddef>
#include <cstdint>
#include <variant>

#include "model/job.h"

namespace warpledger {

// Memory of a device, and what a Backend tells of it without reading it back.

/// A block of device memory; freed by its destructor.
class Memory {
 public:
  virtual ~Memory() = default;
  virtual std::size_t size_bytes() const = 0;
};

/// A pointer argument: an address `offset_bytes` into a Memory.
struct DevicePointer {
  const Memory* memory = nullptr;
  std::size_t offset_bytes = 0;
};

/// The address of an element behind `pointer`.
inline DevicePointer element_at(DevicePointer pointer, std::int64_t index, ElementType type) {
  pointer.offset_bytes += static_cast<std::size_t>(index) * facts_of(type).bytes;
  return pointer;
}

/// Names a sequence of random numbers (exec/inputs.h). Two secrets: from the elements of a buffer that was filled with
/// one, nobody finds the others in a launch's time.
struct RandomStream {
  std::uint64_t key = 0;
  std::uint64_t first = 0;
};

/// New random content for a buffer: what earlier launches saw or left there is of no use to the next one.
struct Renewal {
  Memory* memory = nullptr;
  std::size_t offset_bytes = 0;
  std::size_t bytes = 0;
  ElementType type = ElementType::f32;
  Fill fill;
  bool before_prepare = false;  ///< a prepare launch is given the buffer: it runs again on what is new
};

/// Bytes that should all be `value`.
struct Zone {
  const Memory* memory = nullptr;
  std::size_t offset_bytes = 0;
  std::size_t bytes = 0;
  std::byte value{};
};

/// A number that tells whether `bytes` are what they were (exec/inputs.h).
struct Fingerprint {
  const Memory* memory = nullptr;
  std::size_t offset_bytes = 0;
  std::size_t bytes = 0;
  std::uint64_t key = 0;
};

/// How many of `count` elements of `type` differ from `expected`, as many doubles, by more than a Tolerance of
/// `abs` and `rel`.
struct Mismatches {
  DevicePointer got;
  ElementType type = ElementType::f32;
  std::size_t count = 0;
  DevicePointer expected;
  double abs = 0;
  double rel = 0;
};

/// The largest difference of an element from `expected`, as many doubles: the bits of a double. NaN is none.
struct LargestError {
  DevicePointer got;
  ElementType type = ElementType::f32;
  std::size_t count = 0;
  DevicePointer expected;
};

/// How many elements are not what the renewal, with that stream, made them.
struct ChangedSince {
  Renewal renewal;
  RandomStream stream;
};

/// What answers() tells of device memory, without reading it back. Of a Zone: how many bytes are not its value.
using Question = std::variant<Fingerprint, Mismatches, LargestError, Zone, ChangedSince>;

}  // namespace warpledger
