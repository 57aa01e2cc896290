#pragma once

#include <cstddef>
#include <span>

#include "model/job.h"

namespace warpledger {

/// Lays out members like a C++ struct: each aligned to its size, the struct to its largest member. CUDA devices and
/// hosts agree.
class StructLayout {
 public:
  void add(const Scalar& scalar);
  void add(const BufferIndex& pointer);
  /// Includes trailing padding.
  StructValue value() const;

 private:
  void add(std::span<const std::byte> bytes);

  StructValue value_;
  std::size_t alignment_ = 1;
};

}  // namespace warpledger
