#pragma once

#include <string>

namespace warpledger {

/// What a user types to resume a run: "warpledger run --resume 1a2b3c4d --db x.db"; the usual ledger is not named.
std::string resume_command(const std::string& ledger, const std::string& run);

}  // namespace warpledger
