#pragma once

#include "sass/control_flow.h"

namespace warpledger {

/// Whether some loop has no operation at all, in no loop inside it either: no trace tells how often it turns.
bool has_silent_loop(const ControlFlow& flow);

/// Whether some loop has operations, but none of a kind whose unit is above 0: fitting those kinds alone does not tell
/// how often it turns.
bool has_unfitted_loop(const ControlFlow& flow, const OperationAmounts& units);

/// Whether a loop with operations contains another one with operations.
bool has_nested_loops(const ControlFlow& flow);

}  // namespace warpledger
