#pragma once

#include <map>
#include <string>
#include <vector>

#include "store/reader.h"

namespace warpledger {

/// Whose machine code is that of another submission at every instance of `kernels` that is long enough to tell, in
/// sentences, though their sources may differ. `runs` has a run's UUID for each submission. Where the ledger has no
/// machine_code_id (a host, an architecture that is not known) nothing is said.
std::map<std::string, std::vector<std::string>> code_flags(const LedgerReader& ledger,
                                                           const std::vector<std::string>& kernels,
                                                           const std::map<std::string, std::string>& runs);

}  // namespace warpledger
