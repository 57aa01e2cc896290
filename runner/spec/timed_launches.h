#pragma once

#include <string>
#include <vector>

#include "spec/family.h"
#include "spec/reader.h"

namespace warpledger {

/// Collects an error for each `programmatic` launch that is not timed or is the first timed one: it may only overlap
/// with timed launches.
void check_programmatic(const std::vector<Reader>& items, const std::vector<LaunchTemplate>& launches);

/// Describes timed launches that are not simply sequential: "3 launches timed as one CUDA graph and counted outside
/// it"; else empty.
std::string unusual_launches(const Kernel& kernel);

}  // namespace warpledger
