#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "store/reader.h"

namespace warpledger {

/// Environment of a run by name: driver, runtime, ..., and the version of this program.
using Environment = std::map<std::string, std::string>;

/// Returns the environments of `runs`, by run id.
std::map<std::int64_t, Environment> environments_of(const LedgerReader& ledger, const std::set<std::int64_t>& runs);

/// "driver 580.1 -> 581.0" for each value that differs.
std::vector<std::string> differences(const Environment& before, const Environment& after);

}  // namespace warpledger
