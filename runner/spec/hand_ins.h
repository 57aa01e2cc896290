#pragma once

#include "model/grading.h"
#include "spec/reader.h"

namespace warpledger {

/// `late` of a grading.
LatePolicy read_late(const Reader& late);

/// `attempts` of a grading.
CountedHandIn read_counted_hand_in(const Reader& value);

}  // namespace warpledger
