#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "model/job.h"

namespace warpledger {

/// Header of a .npy file (NumPy Enhancement Proposal 1, format versions 1.0 to 3.0).
struct NpyHeader {
  ElementType type = ElementType::f32;
  std::vector<std::int64_t> shape;  ///< empty for a single number
  std::int64_t count = 1;           ///< product of `shape`
  std::size_t data_offset = 0;      ///< the elements fill the file from here to its end
};

/// Throws Error, without a place, unless the elements are C-ordered, little-endian, of a buffer's element type, and
/// fill the rest of the file exactly.
NpyHeader read_npy_header(std::string_view text);

}  // namespace warpledger
