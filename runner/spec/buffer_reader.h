#pragma once

#include <vector>

#include "spec/family.h"
#include "spec/reader.h"

namespace warpledger {

/// The `buffers` of a family file.
std::vector<BufferTemplate> read_buffers(const Reader& buffers, const Symbols& symbols);

/// "<type> <expression>".
TypedExpression read_typed_expression(const Reader& value, const Symbols& symbols);

}  // namespace warpledger
