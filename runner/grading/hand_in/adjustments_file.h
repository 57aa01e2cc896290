#pragma once

#include <string>
#include <vector>

#include "model/grading.h"

namespace warpledger {

/// Reads adjustments from a CSV file (read_csv_file) with the columns submission, points or percent or both, and
/// reason, and maybe problem and author. Rows without an amount are passed over. Throws Error with the line for a row
/// without a submission or a reason, with both amounts or one that is no number up to a million, for a problem that is
/// none of `problems`, and for two equal rows.
std::vector<Adjustment> read_adjustments(const std::string& file, const std::string& experiment,
                                         const std::vector<std::string>& problems);

}  // namespace warpledger
