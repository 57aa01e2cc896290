#pragma once

#include <string>

#include "spec/library.h"
#include "spec/symbols.h"
#include "store/reader.h"

namespace warpledger {

/// Opens a ledger read-only. Uses only the folders of `library`.
LedgerReader open_ledger(const std::string& path, const Library& library);

/// Opens an empty ledger, which has no runs and the columns common to all ledgers.
LedgerReader open_empty_ledger(const Library& library);

/// Returns the common columns of the view points and the library's metrics, which experiments may not use as names.
ResultNames result_names(const Library& library);

}  // namespace warpledger
