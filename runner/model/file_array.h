#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "model/job.h"

namespace warpledger {

/// Array from a data file: the content of a buffer, or its expected result.
struct FileArray {
  std::string digest;  ///< of the file's content and of which of its arrays this is
  ElementType type = ElementType::f64;
  std::vector<std::byte> bytes;  ///< in the machine's layout
};

}  // namespace warpledger
