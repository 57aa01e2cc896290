#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "sass/access_sequence.h"
#include "sass/cheapest_walk.h"
#include "sass/control_flow.h"

namespace warpledger {

/// By WarpOperation, the amount that counts as one when a walk is fitted to a sequence: it divides all that occur. 0:
/// the operation does not have to fit.
using FittedUnits = OperationAmounts;

/// How much of a sequence's order a walk has to keep.
enum class LoopOrder {
  kept,  ///< each loop of the sequence ends before what follows it begins: for code with loops in loops
  free,  ///< small loops are no different from what is around them: the compiler may have unrolled and mixed them
};

/// Follows sequences through a control flow, loop by loop: the trip counts of the sequence's loops are kept.
class SequenceWalk {
 public:
  /// `flow` and `table` outlive this. `units` divide the amounts of `flow` and those of the sequences to come.
  SequenceWalk(const ControlFlow& flow, const SequenceTable& table, const FittedUnits& units, LoopOrder order);
  SequenceWalk(const SequenceWalk&) = delete;
  SequenceWalk& operator=(const SequenceWalk&) = delete;

  /// The instructions of a warp that does `items` and ends, if any walk does.
  std::optional<std::uint64_t> instructions(const std::vector<Repeated>& items);

 private:
  std::optional<Frontier> perform(Frontier frontier, const std::vector<Repeated>& items);
  std::optional<Frontier> repeat(const Frontier& from, const Repeated& item);
  std::optional<Frontier> walk_turns(const Frontier& from, const Repeated& item);
  bool is_step(const SequenceTable::Word& word) const;
  WalkStep step_of(std::uint32_t symbol) const;

  const SequenceTable& table_;
  FittedUnits units_;
  ControlFlow flow_;  ///< amounts in units
  LoopOrder order_;
  CheapestWalk walk_;
  std::map<std::pair<Repeated, Frontier>, std::optional<Frontier>> known_;  ///< what repeat answered
};

}  // namespace warpledger
