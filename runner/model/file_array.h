#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "model/job.h"

namespace warpledger {

/// Array from a data file: a buffer's content or expected result.
struct FileArray {
  std::string digest;  ///< of the file's content, and the part of it
  ElementType type = ElementType::f64;
  std::vector<std::byte> bytes;  ///< in the machine's layout
};

}  // namespace warpledger
