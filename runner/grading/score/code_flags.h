#pragma once

#include <map>
#include <string>
#include <vector>

#include "grading/score/flags.h"
#include "model/grading.h"
#include "store/reader.h"

namespace warpledger {

/// Flags submissions whose machine code equals another submission's, or that of the reference kernel, at every instance
/// that is long enough, even if their sources differ. `runs` has a run's UUID per submission, `known` the runs of the
/// family's kernels (GradingRole::known). Points without a machine_code_id (a host, an unknown architecture) are
/// ignored.
///
/// Notes only count submissions with the code of a kernel in Grading::common, and groups of more than 4 submissions and
/// 5 % of the class: code that many write is found independently.
ClassFlags code_flags(const LedgerReader& ledger, const Grading& grading,
                      const std::map<std::string, std::string>& runs, const std::vector<std::string>& known);

}  // namespace warpledger
