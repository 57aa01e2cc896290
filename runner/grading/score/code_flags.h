#pragma once

#include <map>
#include <string>
#include <vector>

#include "grading/score/flags.h"
#include "model/grading.h"
#include "store/reader.h"

namespace warpledger {

/// Whose machine code is that of another submission, or of the family's own kernel that is its reference, at every
/// instance that is long enough to tell, though their sources may differ. `runs` has a run's UUID for each submission,
/// `known` the runs of the family's own kernels (GradingRole::known). Where the ledger has no machine_code_id (a host,
/// an architecture that is not known) nothing is said.
///
/// Whoever has the code of a kernel of Grading::common is counted in the notes, and so is a group of more than 4
/// submissions and 5 % of the class: what so many write, many find by themselves.
ClassFlags code_flags(const LedgerReader& ledger, const Grading& grading,
                      const std::map<std::string, std::string>& runs, const std::vector<std::string>& known);

}  // namespace warpledger
