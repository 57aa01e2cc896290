#pragma once

#include <cstddef>
#include <span>

#include "model/job.h"

namespace warpledger {

/// Lays out members as a C++ compiler does: each aligned to its size, the struct to its largest member. This holds for
/// scalars on CUDA devices and hosts.
class StructLayout {
 public:
  void add(const Scalar& scalar);
  void add(const BufferIndex& pointer);
  /// Returns the value with trailing padding.
  StructValue value() const;

 private:
  void add(std::span<const std::byte> bytes);

  StructValue value_;
  std::size_t alignment_ = 1;
};

}  // namespace warpledger
