#pragma once

#include <vector>

#include "base/error.h"
#include "spec/experiment.h"

namespace warpledger {

/// Adds to each kernel choice the `derived` values and defaults that no axis sets, and the `where` conditions. Skips
/// expressions that use other families' parameters, unless the grid sets them. Adds to `errors` each parameter without
/// a value or whose value would be skipped.
void complete_choices(const std::vector<Derivation>& derived, const std::vector<Expression>& where,
                      Experiment& experiment, ErrorList& errors);

}  // namespace warpledger
