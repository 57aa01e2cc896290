#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <optional>
#include <unordered_map>
#include <vector>

namespace warpledger {

enum class Space : std::uint8_t { global, shared, local, constant };
enum class AccessKind : std::uint8_t { load, store, atomic };

/// One memory instruction of one warp: what its lanes did together.
struct WarpAccess {
  std::array<std::uint64_t, 32> address;  ///< of the lanes in `active`; shared: from the start of the block's memory
  std::uint32_t active = 0;               ///< bit i: lane i takes part
  std::uint32_t bytes = 0;                ///< of one lane: 1, 2, 4, 8 or 16
  Space space = Space::global;
  AccessKind kind = AccessKind::load;
  std::uint64_t site = 0;  ///< the place in the program: the same number, the same instruction
};

/// Data-bank cycles that the access takes. Groups of lanes are served one after the other (all 32 for up to 4 bytes a
/// lane, 16 for 8 bytes, 8 for 16 bytes), each in as many cycles as the most distinct words that one bank holds. There
/// are 32 banks of 4-byte words, address bits 6:2; lanes that share a word do not conflict.
std::uint32_t wavefronts(const WarpAccess& access);

/// The cycles of the same access without conflicts: one for each group of lanes that has an active one.
std::uint32_t least_wavefronts(const WarpAccess& access);

/// L1 lines of 128 bytes hold four sectors of 32 bytes each (CUDA C++ Programming Guide, and Nsight Compute's
/// definitions of its L1 metrics; the same since Volta).
inline constexpr unsigned kLineShift = 7;
inline constexpr unsigned kSectorShift = 5;
inline constexpr std::uint64_t kLineBytes = std::uint64_t{1} << kLineShift;

/// A line that a request touches.
struct LineTouch {
  std::uint64_t line = 0;    ///< counted from the request's base line
  std::uint8_t sectors = 0;  ///< bit i: bytes 32 i to 32 i + 31 of the line
  bool operator==(const LineTouch&) const = default;
};

/// What requests have in common whose addresses differ by whole lines only.
struct Pattern {
  Space space = Space::global;
  AccessKind kind = AccessKind::load;
  std::uint32_t lanes = 0;       ///< that take part
  std::uint32_t sectors = 0;     ///< distinct 32-byte sectors; global and local memory only
  std::uint32_t wavefronts = 0;  ///< wavefronts(); global and shared memory only
  std::uint32_t conflicts = 0;   ///< wavefronts above least_wavefronts()
  std::vector<LineTouch> lines;  ///< in ascending order, the first one is the base line; global memory only
};

/// The L1 looks up so many tags a cycle (NVIDIA's description of Volta's L1; on an H200, the conflicts of requests that
/// miss agree).
inline constexpr std::uint32_t kTagsPerCycle = 4;

/// Cycles that the tags of a request to global memory take.
inline std::uint32_t tag_cycles(const Pattern& pattern) {
  return (static_cast<std::uint32_t>(pattern.lines.size()) + kTagsPerCycle - 1) / kTagsPerCycle;
}

/// The pattern of one access.
Pattern make_pattern(const WarpAccess& access);

/// The line of the lowest address: what Pattern::lines count from.
std::uint64_t base_line(const WarpAccess& access);

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
