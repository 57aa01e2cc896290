#pragma once

#include <string>

#include "spec/family.h"

namespace warpledger {

/// Describes the initial content of a family's inputs: "x uniform(-1, 1), offsets from web.mtx".
std::string filled_inputs(const Family& family);

}  // namespace warpledger
