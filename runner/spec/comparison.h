#pragma once

#include <string>

#include "spec/family.h"

namespace warpledger {

// How a family's outputs are compared, in words for a reader of its results.

bool is_output(const BufferTemplate& buffer);

/// "the reference", "the file y.npy".
std::string compared_with(const Family& family, const BufferTemplate& buffer);

/// "each element is within 1e-6 + 1e-5 of the expected value", "the relative L2 error is at most 1e-3".
std::string accepted_when(const BufferTemplate& buffer);

/// A sentence for each output that is not compared element by element, in order, with the reference, for each kernel;
/// empty when all are.
std::string unusual_comparisons(const Family& family);

}  // namespace warpledger
