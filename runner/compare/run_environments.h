#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "store/reader.h"

namespace warpledger {

/// The names and values of what a run ran in: driver, runtime, ..., and the version of this program.
using Environment = std::map<std::string, std::string>;

/// That of each of `runs`, which are ids.
std::map<std::int64_t, Environment> environments_of(const LedgerReader& ledger, const std::set<std::int64_t>& runs);

/// "driver 580.1 -> 581.0" for each name whose value is another.
std::vector<std::string> differences(const Environment& before, const Environment& after);

}  // namespace warpledger
