#pragma once

#include <map>
#include <string>
#include <vector>

#include "grading/score/flags.h"
#include "model/grading.h"
#include "store/reader.h"

namespace warpledger {

/// Flags submissions whose machine code equals another's or the reference's at every instance that is long enough.
/// `runs` has a run's UUID per submission, `known` those of the family's kernels. Points without machine_code_id are
/// ignored.
///
/// Code of Grading::common, and of groups above 4 submissions and 5 % of the class, is only counted in the notes:
/// students find it independently.
ClassFlags code_flags(const LedgerReader& ledger, const Grading& grading,
                      const std::map<std::string, std::string>& runs, const std::vector<std::string>& known);

}  // namespace warpledger
