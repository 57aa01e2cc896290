#pragma once

#include <vector>

#include "calibrate/calibration.h"
#include "model/table.h"

namespace warpledger {

/// Columns: parameter, before, after.
Table changes_of_setting(const Setting& before, const Setting& after);

/// Returns a row per metric: errors in the fitted points before and after, and in all points after.
Table table_of_errors(const std::vector<MetricError>& before, const std::vector<MetricError>& after,
                      const std::vector<MetricError>& all);

}  // namespace warpledger
