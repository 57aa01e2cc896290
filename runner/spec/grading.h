#pragma once

#include "model/grading.h"
#include "spec/families.h"
#include "spec/grid.h"
#include "spec/reader.h"

namespace warpledger {

/// The `grading` of an experiment file on `families`, which must be one, and `grid`. The SQL in it is taken as it is:
/// which columns there are, the ledger knows.
Grading read_grading(const Reader& grading, Families& families, const Grid& grid);

/// One of the `rules` of a problem.
GradingRule read_grading_rule(const Reader& rule);

/// A number of points, above 0.
double read_points(const Reader& points);

}  // namespace warpledger
