#pragma once

#include <string>
#include <vector>

#include "spec/family.h"
#include "spec/reader.h"

namespace warpledger {

// The launches of a kernel that are one timed unit.

/// Tells where a launch is marked programmatic that cannot be: what it may overlap with must be on the same clock.
/// `items` are the launches as they stand in the file.
void check_programmatic(const std::vector<Reader>& items, const std::vector<LaunchTemplate>& launches);

/// In words, how the timed launches of a kernel are one unit, where they are not just one after the other: "3 launches
/// timed as one CUDA graph and counted outside it"; else empty.
std::string unusual_launches(const Kernel& kernel);

}  // namespace warpledger
