#pragma once

#include <vector>

#include "base/error.h"
#include "spec/experiment.h"

namespace warpledger {

/// Adds to each kernel choice the `derived` values and defaults that no axis sets, and the `where` conditions. Skips
/// expressions with unset parameters of other families. Adds to `errors` each parameter that has no value.
void complete_choices(const std::vector<Derivation>& derived, const std::vector<Expression>& where,
                      Experiment& experiment, ErrorList& errors);

}  // namespace warpledger
