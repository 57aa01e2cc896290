#pragma once

#include "model/grading.h"
#include "spec/reader.h"

namespace warpledger {

/// One of the `rules` of a problem.
GradingRule read_grading_rule(const Reader& rule);

/// A number of points, above 0.
double read_points(const Reader& points);

}  // namespace warpledger
