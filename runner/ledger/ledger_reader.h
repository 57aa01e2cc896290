#pragma once

#include <string>

#include "spec/library.h"
#include "spec/symbols.h"
#include "store/reader.h"

namespace warpledger {

/// Opens a ledger read-only. Of `library`, only its folders are looked at.
LedgerReader open_ledger(const std::string& path, const Library& library);

/// The same without a ledger: no run, and the columns that every ledger has.
LedgerReader open_empty_ledger(const Library& library);

/// The columns that the view points has in every ledger and those of the library's metrics, which experiments may not
/// use as names of their own.
ResultNames result_names(const Library& library);

}  // namespace warpledger
