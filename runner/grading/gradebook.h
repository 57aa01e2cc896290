#pragma once

#include <string>

#include "grading/graded_class.h"

namespace warpledger {

/// A class for a gradebook: CSV (RFC 4180), a line a submission with submission, total, possible, one column a problem,
/// adjustments, open_points, rank, ratio and flags. Numbers stand in full; what there is none of is empty.
std::string gradebook_csv(const GradedClass& graded);

}  // namespace warpledger
