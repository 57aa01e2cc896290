#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "model/job.h"

namespace warpledger {

/// What the header of a .npy file says (NumPy Enhancement Proposal 1, format versions 1.0 to 3.0).
struct NpyHeader {
  ElementType type = ElementType::f32;
  std::vector<std::int64_t> shape;  ///< none for a single number
  std::int64_t count = 1;           ///< elements: the product of `shape`
  std::size_t data_offset = 0;      ///< where the elements begin; they fill the rest of the file
};

/// Throws Error, without a place, for text that is no .npy file, whose elements are not in C order, little-endian and
/// of a type that buffers have, or whose elements do not fill the rest of it exactly.
NpyHeader read_npy_header(std::string_view text);

}  // namespace warpledger
