#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "sass/instruction.h"

namespace warpledger {

/// Instructions that a warp executes one after the other, with operations of one kind at most.
struct CodeRun {
  std::uint32_t instructions = 0;
  OperationAmounts amounts{};
  bool optional = false;  ///< a predicate decides whether the operations happen; the instructions count anyway
  std::vector<std::uint32_t> next;  ///< runs that may follow; the number of all runs stands for the warp's end
};

/// The ways that a warp may take through a kernel. The first run is the entry. A function that is called appears once
/// for every place that it is called from.
struct ControlFlow {
  std::vector<CodeRun> runs;
};

/// Splits the code of a kernel (KernelCode::code, not empty) for compute capability `arch` into runs. Throws Error when
/// there is a jump whose target only the run shows, or code that is not whole.
ControlFlow control_flow(std::string_view code, int arch);

/// Whether some loop has no operation at all, in no loop inside it either: no trace tells how often it turns.
bool has_silent_loop(const ControlFlow& flow);

/// Whether some loop has operations, but none of a kind whose unit is above 0: fitting those kinds alone does not tell
/// how often it turns.
bool has_unfitted_loop(const ControlFlow& flow, const OperationAmounts& units);

/// Whether a loop with operations contains another one with operations.
bool has_nested_loops(const ControlFlow& flow);

}  // namespace warpledger
