#pragma once

#include <string>

#include "model/adjustment.h"

namespace warpledger {

/// Adds it, written now, to the ledger at `path`, which must exist. Throws Error when the ledger has no run of that
/// submission in that experiment, with the nearest name.
void write_adjustment(const std::string& path, const std::string& schema_folder, const Adjustment& adjustment);

}  // namespace warpledger
