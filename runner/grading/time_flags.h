#pragma once

#include <string>
#include <vector>

#include "store/reader.h"

namespace warpledger {

/// A sentence when points of runs, given by UUID, took less time than the device needs for their bytes and
/// multiply-adds (physics_floor), with the point that is furthest below; else none. Points of a host, whose times say
/// nothing of a GPU, and of devices that say too little have no floor.
std::vector<std::string> time_flags(const LedgerReader& ledger, const std::vector<std::string>& run_uuids);

}  // namespace warpledger
