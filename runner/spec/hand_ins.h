#pragma once

#include "model/grading.h"
#include "spec/reader.h"

namespace warpledger {

/// Reads `late` of a grading.
LatePolicy read_late(const Reader& late);

/// Reads `attempts` of a grading.
CountedHandIn read_counted_hand_in(const Reader& value);

}  // namespace warpledger
