#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "store/reader.h"

namespace warpledger {

/// driver, runtime, ..., and this program's version.
using Environment = std::map<std::string, std::string>;

/// Returns environments by run id.
std::map<std::int64_t, Environment> environments_of(const LedgerReader& ledger, const std::set<std::int64_t>& runs);

/// "driver 580.1 -> 581.0"
std::vector<std::string> differences(const Environment& before, const Environment& after);

}  // namespace warpledger
