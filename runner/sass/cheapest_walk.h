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

/// The fewest instructions with which a warp gets to the beginning of each run, and last to its end, having performed
/// some operations.
using Frontier = std::vector<std::uint64_t>;
inline constexpr std::uint64_t kUnreachable = std::numeric_limits<std::uint64_t>::max();

/// Whether nothing is reachable.
bool is_stuck(const Frontier& frontier);

/// Operations that a walk performs together: one access, or a turn of a small loop.
struct WalkStep {
  OperationAmounts amounts{};
  std::uint64_t accesses = 1;
};

/// Walks through a control flow that perform given operations with the fewest instructions. Compilers unroll loops to
/// save instructions, and a warp takes the unrolled copy as often as it can: the cheapest walk is its way.
///
/// The compiler may have moved operations past each other, so that a walk need not perform one step after the other;
/// but it has to be where some step ends every 32 accesses at the latest, or two steps or runs where these are more.
/// Throws Error where that leaves too many ways to try.
class CheapestWalk {
 public:
  /// `flow` outlives this. Its amounts should be small numbers: the search grows with them.
  explicit CheapestWalk(const ControlFlow& flow);

  /// A warp at the kernel's entry.
  Frontier entry() const;

  /// From where `from` is, with `steps` performed. All is unreachable where no walk performs them.
  Frontier perform(const Frontier& from, std::span<const WalkStep> steps) const;

  /// The same with `step` performed `count` times; its time does not grow with a large count. Absent when the cost of a
  /// turn does not settle.
  std::optional<Frontier> repeat(const Frontier& from, const WalkStep& step, std::uint64_t count) const;

 private:
  std::size_t window_of(std::span<const WalkStep> steps) const;
  void spread(std::span<Frontier> frontiers, std::span<const WalkStep> steps) const;

  const ControlFlow& flow_;
  std::uint64_t window_accesses_;
};

/// Frontiers after 0, 1, 2... turns of a loop become periodic: from some turn on, every `period` turns cost each run's
/// beginning the same again. Gives the frontier after `count` turns from `turns`, or nothing where the last `window` of
/// these are not periodic yet.
std::optional<Frontier> extrapolate(std::span<const Frontier> turns, std::size_t window, std::size_t max_period,
                                    std::uint64_t count);

}  // namespace warpledger
