#pragma once

#include <string>
#include <vector>

#include "model/grading.h"

namespace warpledger {

/// Reads a CSV file with the columns submission, points or percent, reason and, optionally, problem and author. Skips
/// rows without an amount. Throws Error with the line of an invalid or repeated row, and if no row has an amount.
std::vector<Adjustment> read_adjustments(const std::string& file, const std::string& experiment,
                                         const std::vector<std::string>& problems);

}  // namespace warpledger
