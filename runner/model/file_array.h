#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "model/job.h"

namespace warpledger {

/// An array that a data file has, for buffers that begin with it or are compared with it.
struct FileArray {
  std::string digest;  ///< of the file's content and which of its arrays this is: the same one, the same elements
  ElementType type = ElementType::f64;
  std::vector<std::byte> bytes;  ///< the elements in the machine's layout
};

}  // namespace warpledger
