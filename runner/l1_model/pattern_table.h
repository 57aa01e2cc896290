#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <optional>
#include <unordered_map>
#include <vector>

#include "l1_model/pattern.h"

namespace warpledger {

/// Relative address patterns of one OS thread's traces, each kept once.
class PatternTable {
 public:
  PatternTable();

  struct Match {
    std::uint64_t base_line = 0;
    std::optional<std::uint32_t> number;
  };

  /// The access's base line and the number of its pattern, kept now if it is new. No number when the access is
  /// irregular and the table already holds kMaxIrregular of those: a gather by random indices repeats no pattern, so
  /// keeping more would only cost memory. At least one lane is active.
  Match find_or_add(const WarpAccess& access);

  const Pattern& operator[](std::uint32_t number) const { return patterns_[number]; }

  static constexpr std::size_t kMaxIrregular = 16384;  ///< about 13 MB

 private:
  /// Addresses from the start of the base line; 0 for the lanes that are not active.
  struct Irregular {
    std::array<std::uint64_t, 32> address{};
    std::uint32_t active = 0;
    std::uint32_t shape = 0;  ///< bytes, space and kind
    bool operator==(const Irregular&) const = default;
  };
  struct IrregularHash {
    std::size_t operator()(const Irregular& access) const;  // not noexcept: the map then keeps it for each entry
  };
  struct Recent {
    std::uint64_t key = 0;
    std::uint32_t number = 0;
  };

  std::uint32_t add(const WarpAccess& access);
  std::uint32_t find_or_add_affine(const WarpAccess& access, std::uint64_t key);
  std::optional<std::uint32_t> find_or_add_irregular(const WarpAccess& access, std::uint64_t line);

  std::deque<Pattern> patterns_;
  std::vector<Recent> recent_;  ///< the affine pattern last asked for, by hash of its key
  std::unordered_map<std::uint64_t, std::uint32_t> affine_;
  std::unordered_map<Irregular, std::uint32_t, IrregularHash> irregular_;
};

}  // namespace warpledger
