#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <vector>

#include "sass/control_flow.h"
#include "sass/instruction.h"

namespace warpledger {

/// Minimum number of instructions for a warp to reach the start of each run, and last the end, after some operations.
using Frontier = std::vector<std::uint64_t>;
inline constexpr std::uint64_t kUnreachable = std::numeric_limits<std::uint64_t>::max();

bool is_stuck(const Frontier& frontier);

/// Operations performed together: an access, or a turn of a small loop.
struct WalkStep {
  OperationAmounts amounts{};
  std::uint64_t accesses = 1;
};

/// Finds walks through a control flow that perform given operations with the fewest instructions. Warps use the
/// unrolled copy of a loop as often as they can, so the cheapest walk is their path.
///
/// Compilers reorder operations, so a walk may mix steps. It must be at the end of a step at least every 32 accesses,
/// or every two steps or runs if these have more. Throws Error if there are too many paths.
class CheapestWalk {
 public:
  /// `flow` must outlive this. The search cost grows with its amounts.
  explicit CheapestWalk(const ControlFlow& flow);

  Frontier entry() const;

  /// Returns the frontier after `steps`. All is unreachable if no walk performs them.
  Frontier perform(const Frontier& from, std::span<const WalkStep> steps) const;

  /// Returns the frontier after `count` times `step`, in time independent of large counts. Returns nullopt if the cost
  /// per turn does not become periodic.
  std::optional<Frontier> repeat(const Frontier& from, const WalkStep& step, std::uint64_t count) const;

 private:
  std::size_t window_of(std::span<const WalkStep> steps) const;
  void spread(std::span<Frontier> frontiers, std::span<const WalkStep> steps) const;

  const ControlFlow& flow_;
  std::uint64_t window_accesses_;
};

/// Returns the frontier after `count` turns of a loop from the frontiers after 0, 1, 2... `turns`. From some turn on,
/// every `period` turns add the same cost to each run. Returns nullopt if the last `window` turns are not yet periodic.
std::optional<Frontier> extrapolate(std::span<const Frontier> turns, std::size_t window, std::size_t max_period,
                                    std::uint64_t count);

}  // namespace warpledger
