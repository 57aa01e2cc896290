#pragma once

#include "spec/family.h"
#include "spec/reader.h"

namespace warpledger {

/// Adds the `buffers` of a family file to `family`, including those with errors. The parameters must already be read.
void read_buffers(const Reader& buffers, Family& family);

/// Reads "<type> <expression>".
TypedExpression read_typed_expression(const Reader& value, const Symbols& symbols);

}  // namespace warpledger
