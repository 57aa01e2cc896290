#pragma once

#include <string>

#include "spec/family.h"

namespace warpledger {

bool is_output(const BufferTemplate& buffer);

/// Returns "the reference" or "the file y.npy".
std::string compared_with(const Family& family, const BufferTemplate& buffer);

/// Returns the condition in words: "each element is within 1e-6 + (1e-5) of the expected value".
std::string accepted_when(const BufferTemplate& buffer);

/// Returns a sentence for each output that some kernels leave out or that is not compared with the reference element by
/// element, in order.
std::string unusual_comparisons(const Family& family);

}  // namespace warpledger
