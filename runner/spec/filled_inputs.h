#pragma once

#include <string>

#include "spec/family.h"

namespace warpledger {

/// What a family's inputs hold at first, in words for a reader of its results: "x uniform(-1, 1), offsets from
/// web.mtx".
std::string filled_inputs(const Family& family);

}  // namespace warpledger
