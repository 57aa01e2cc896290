#pragma once

#include <vector>

#include "spec/family.h"
#include "spec/reader.h"

namespace warpledger {

/// Reads one of the `args` of a launch: a buffer's name, maybe with an offset, nullptr, "<type> <expression>", or the
/// mapping of a tensor map.
ArgumentTemplate read_argument(const Reader& value, const Symbols& symbols, const std::vector<BufferTemplate>& buffers);

}  // namespace warpledger
