#pragma once

#include "model/grading.h"
#include "spec/families.h"
#include "spec/grid.h"
#include "spec/reader.h"

namespace warpledger {

/// Reads the `grading` of an experiment. Requires a single family. The ledger, which knows the columns, checks the SQL.
Grading read_grading(const Reader& grading, Families& families, const Grid& grid);

/// Reads one of the `rules` of a problem.
GradingRule read_grading_rule(const Reader& rule);

/// Reads a number of points, above 0.
double read_points(const Reader& points);

}  // namespace warpledger
