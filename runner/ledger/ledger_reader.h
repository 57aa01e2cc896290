#pragma once

#include <string>

#include "spec/library.h"
#include "spec/symbols.h"
#include "store/reader.h"

namespace warpledger {

/// Opens a ledger read-only. Uses only the folders of `library`.
LedgerReader open_ledger(const std::string& path, const Library& library);

/// Opens a ledger without runs, with the columns common to all ledgers.
LedgerReader open_empty_ledger(const Library& library);

/// Names that experiments may not use: common columns of the view points and the library's metrics.
ResultNames result_names(const Library& library);

}  // namespace warpledger
