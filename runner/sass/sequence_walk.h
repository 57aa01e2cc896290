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

struct Repeated {
  std::uint32_t symbol = 0;
  std::uint64_t count = 0;
  bool operator==(const Repeated&) const = default;
  bool operator<(const Repeated& other) const { return std::tie(symbol, count) < std::tie(other.symbol, other.count); }
};

/// Words of sequences: single accesses, and loop bodies made of other words. Equal words have equal symbols in all
/// warps.
class SequenceTable {
 public:
  struct Word {
    OperationAmounts amounts{};  ///< of a single access
    std::vector<Repeated> body;  ///< one turn of a loop; else empty
    std::uint64_t accesses = 0;  ///< per turn
  };

  /// Returns the symbol of an access by the instruction `site`.
  std::uint32_t access(WarpOperation operation, std::uint32_t amount, std::uint64_t site);

  std::uint32_t loop(const std::vector<Repeated>& body);

  const Word& word(std::uint32_t symbol) const { return words_[symbol]; }

 private:
  std::vector<Word> words_;
  std::map<std::tuple<WarpOperation, std::uint32_t, std::uint64_t>, std::uint32_t> accesses_;
  std::map<std::vector<Repeated>, std::uint32_t> loops_;
};

/// Operations of a warp in order, with repetitions as nested loops. Their trip counts must match the loops of the
/// machine code, unrolled or not.
class AccessSequence {
 public:
  explicit AccessSequence(SequenceTable& table) : table_(&table) {}

  /// Appends an access: bytes per lane for loads and stores, 1 for others. `site` identifies the instruction.
  void add(WarpOperation operation, std::uint32_t amount, std::uint64_t site);

  /// Equal for warps that did the same.
  const std::vector<Repeated>& items() const { return items_; }

  /// False if the sequence became too long to keep; items() is then incomplete.
  bool is_whole() const { return whole_; }

 private:
  bool fold();

  SequenceTable* table_;
  std::vector<Repeated> items_;
  bool whole_ = true;
};

/// Unit of each WarpOperation when a walk is fitted to a sequence; divides all amounts. 0: the operation is not fitted.
using FittedUnits = OperationAmounts;

enum class LoopOrder {
  kept,  ///< each loop ends before its successor begins; for code with nested loops
  free,  ///< small loops may mix with their surroundings, as if unrolled by the compiler
};

/// Follows sequences through a control flow, keeping the trip counts of their loops.
class SequenceWalk {
 public:
  /// `flow` and `table` must outlive this. `units` must divide the amounts of both.
  SequenceWalk(const ControlFlow& flow, const SequenceTable& table, const FittedUnits& units, LoopOrder order);
  SequenceWalk(const SequenceWalk&) = delete;
  SequenceWalk& operator=(const SequenceWalk&) = delete;

  /// Returns the instructions of a warp that performs `items` and ends, or nullopt if no walk does.
  std::optional<std::uint64_t> instructions(const std::vector<Repeated>& items);

 private:
  std::optional<Frontier> perform(Frontier frontier, const std::vector<Repeated>& items);
  std::optional<Frontier> repeat(const Frontier& from, const Repeated& item);
  std::optional<Frontier> walk_turns(const Frontier& from, const Repeated& item);
  bool is_step(const SequenceTable::Word& word) const;
  WalkStep step_of(std::uint32_t symbol) const;

  const SequenceTable& table_;
  FittedUnits units_;
  ControlFlow flow_;
  LoopOrder order_;
  CheapestWalk walk_;
  std::map<std::pair<Repeated, Frontier>, std::optional<Frontier>> known_;  ///< of repeat()
};

}  // namespace warpledger
