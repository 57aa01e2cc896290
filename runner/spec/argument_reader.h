#pragma once

#include <vector>

#include "spec/family.h"
#include "spec/reader.h"

namespace warpledger {

/// Reads nullptr, a buffer with an optional offset, "<type> <expression>", a struct or a tensor map.
ArgumentTemplate read_argument(const Reader& value, const Symbols& symbols, const std::vector<BufferTemplate>& buffers);

}  // namespace warpledger
