#pragma once

#include "sass/control_flow.h"

namespace warpledger {

/// Whether some loop has no operation at all, in no loop inside it either: no trace tells how often it turns.
bool has_silent_loop(const ControlFlow& flow);

/// Whether a loop with operations contains another one with operations.
bool has_nested_loops(const ControlFlow& flow);

}  // namespace warpledger
