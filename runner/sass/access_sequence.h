#pragma once

#include <cstdint>
#include <map>
#include <tuple>
#include <vector>

#include "sass/warp_operation.h"

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

}  // namespace warpledger
