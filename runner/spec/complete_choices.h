#pragma once

#include <vector>

#include "base/error.h"
#include "spec/experiment.h"

namespace warpledger {

/// Gives each kernel of the grid what no axis sets for its points, of `derived` and of its family's defaults, and the
/// conditions of `where` that these must meet. Its family may not have a parameter that another one has: what uses such
/// a name, where nothing sets it, is left out for its points. Adds to `errors` parameters that are left without a
/// value, and those whose value would be left out.
void complete_choices(const std::vector<Derivation>& derived, const std::vector<Expression>& where,
                      Experiment& experiment, ErrorList& errors);

}  // namespace warpledger
