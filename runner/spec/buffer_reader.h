#pragma once

#include "spec/family.h"
#include "spec/reader.h"

namespace warpledger {

/// Adds the `buffers` of a family file to `family`, whose parameters are read. Also those with errors.
void read_buffers(const Reader& buffers, Family& family);

/// "<type> <expression>".
TypedExpression read_typed_expression(const Reader& value, const Symbols& symbols);

}  // namespace warpledger
