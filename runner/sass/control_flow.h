#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "sass/instruction.h"

namespace warpledger {

/// Consecutive instructions of a warp, with operations of at most one kind.
struct CodeRun {
  std::uint32_t instructions = 0;
  OperationAmounts amounts{};
  bool optional = false;            ///< a predicate decides on the operations, but the instructions count
  std::vector<std::uint32_t> next;  ///< the number of runs means the end
};

/// Paths of a warp through a kernel, from the first run. Each call site has its own copy of a function.
struct ControlFlow {
  std::vector<CodeRun> runs;
};

/// Splits KernelCode::code (not empty) into runs. Throws Error for incomplete code, or a jump to a target known only at
/// run time.
ControlFlow control_flow(std::string_view code, int arch);

/// True if a loop, including its inner loops, has no operations: traces do not show its trip count.
bool has_silent_loop(const ControlFlow& flow);

/// True if a loop has operations, but none of a kind whose unit is above 0: these kinds do not determine its trip
/// count.
bool has_unfitted_loop(const ControlFlow& flow, const OperationAmounts& units);

bool has_nested_loops(const ControlFlow& flow);

}  // namespace warpledger
