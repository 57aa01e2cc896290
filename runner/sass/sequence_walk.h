#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <tuple>
#include <utility>
#include <vector>

#include "sass/cheapest_walk.h"
#include "sass/control_flow.h"
#include "sass/instruction.h"

namespace warpledger {

/// Something that a warp did `count` times in a row: a symbol of a SequenceTable.
struct Repeated {
  std::uint32_t symbol = 0;
  std::uint64_t count = 0;
  bool operator==(const Repeated&) const = default;
  bool operator<(const Repeated& other) const { return std::tie(symbol, count) < std::tie(other.symbol, other.count); }
};

/// The words that sequences are written in: single accesses, and loop bodies made of other words. Equal words have
/// equal symbols, in the sequences of all warps.
class SequenceTable {
 public:
  struct Word {
    OperationAmounts amounts{};  ///< of one turn, where it is a single access
    std::vector<Repeated> body;  ///< of one turn, where it is a loop; else empty
    std::uint64_t accesses = 0;  ///< of one turn
  };

  /// The symbol of an access from `site` that has `amount` of `operation`.
  std::uint32_t access(WarpOperation operation, std::uint32_t amount, std::uint64_t site);

  /// The symbol of a loop with this body.
  std::uint32_t loop(const std::vector<Repeated>& body);

  const Word& word(std::uint32_t symbol) const { return words_[symbol]; }

 private:
  std::vector<Word> words_;
  std::map<std::tuple<WarpOperation, std::uint32_t, std::uint64_t>, std::uint32_t> accesses_;
  std::map<std::vector<Repeated>, std::uint32_t> loops_;
};

/// What one warp did, in its order, with repetitions found and written as nested loops: the trip counts that the
/// machine code's own loops, unrolled or not, have to agree with.
class AccessSequence {
 public:
  /// `table` outlives this.
  explicit AccessSequence(SequenceTable& table) : table_(&table) {}

  /// Appends an access: bytes of one lane for loads and stores, 1 for other operations. `site` is the same number for
  /// the same place in the program.
  void add(WarpOperation operation, std::uint32_t amount, std::uint64_t site);

  /// The sequence so far. Two warps that did the same have the same.
  const std::vector<Repeated>& items() const { return items_; }

  /// False when it does not repeat itself and became too long to keep; items() then is not all of it.
  bool is_whole() const { return whole_; }

 private:
  bool fold();

  SequenceTable* table_;
  std::vector<Repeated> items_;
  bool whole_ = true;
};

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
