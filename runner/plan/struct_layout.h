#pragma once

#include <cstddef>
#include <span>

#include "model/job.h"

namespace warpledger {

/// Lays members out as a C++ compiler does those of a struct: each aligned to its own size, the whole to the largest.
/// The scalars of CUDA and of its hosts have the same layout.
class StructLayout {
 public:
  void add(const Scalar& scalar);
  void add(const BufferIndex& pointer);
  /// With the padding behind the last member.
  StructValue value() const;

 private:
  void add(std::span<const std::byte> bytes);

  StructValue value_;
  std::size_t alignment_ = 1;
};

}  // namespace warpledger
