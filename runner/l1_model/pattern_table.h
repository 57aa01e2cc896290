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

struct WarpAccess {
  std::array<std::uint64_t, 32> address;  ///< of `active` lanes; shared memory: within the block
  std::uint32_t active = 0;               ///< bit i: lane i takes part
  std::uint32_t bytes = 0;                ///< per lane
  Space space = Space::global;
  AccessKind kind = AccessKind::load;
  std::uint64_t site = 0;  ///< identifies the instruction
};

/// Returns the data-bank cycles of the access. Lanes are served in groups (32 lanes for up to 4 bytes, 16 for 8 bytes,
/// 8 for 16 bytes). A group takes as many cycles as the maximum number of distinct words in one bank. There are 32
/// banks of 4-byte words (address bits 6:2); lanes that share a word do not conflict.
std::uint32_t wavefronts(const WarpAccess& access);

/// Returns the cycles without conflicts: one per group with an active lane.
std::uint32_t least_wavefronts(const WarpAccess& access);

/// L1 lines of 128 bytes have four sectors of 32 bytes (CUDA C++ Programming Guide; Nsight Compute's L1 metrics; since
/// Volta).
inline constexpr unsigned kLineShift = 7;
inline constexpr unsigned kSectorShift = 5;
inline constexpr std::uint64_t kLineBytes = std::uint64_t{1} << kLineShift;

struct LineTouch {
  std::uint64_t line = 0;    ///< relative to the request's base line
  std::uint8_t sectors = 0;  ///< bit i: bytes 32 i to 32 i + 31 of the line
  bool operator==(const LineTouch&) const = default;
};

/// Common properties of requests whose addresses differ by whole lines.
struct Pattern {
  Space space = Space::global;
  AccessKind kind = AccessKind::load;
  std::uint32_t lanes = 0;       ///< active ones
  std::uint32_t sectors = 0;     ///< distinct sectors; global and local memory only
  std::uint32_t wavefronts = 0;  ///< global and shared memory only
  std::uint32_t conflicts = 0;   ///< wavefronts above least_wavefronts()
  std::vector<LineTouch> lines;  ///< ascending, from the base line; global memory only
};

/// From NVIDIA's description of Volta's L1; consistent with an H200's conflicts of requests that miss.
inline constexpr std::uint32_t kTagsPerCycle = 4;

inline std::uint32_t tag_cycles(const Pattern& pattern) {
  return (static_cast<std::uint32_t>(pattern.lines.size()) + kTagsPerCycle - 1) / kTagsPerCycle;
}

Pattern make_pattern(const WarpAccess& access);

/// Returns the line of the lowest address, to which Pattern::lines are relative.
std::uint64_t base_line(const WarpAccess& access);

/// Distinct relative patterns in the traces of one OS thread.
class PatternTable {
 public:
  PatternTable();

  struct Match {
    std::uint64_t base_line = 0;
    std::optional<std::uint32_t> number;
  };

  /// Returns the access's base line and pattern number, adding new patterns. Irregular accesses get no number once the
  /// table has kMaxIrregular of them: random gathers rarely repeat, so more would only cost memory. At least one lane
  /// must be active.
  Match find_or_add(const WarpAccess& access);

  const Pattern& operator[](std::uint32_t number) const { return patterns_[number]; }

  static constexpr std::size_t kMaxIrregular = 16384;  ///< 13 MB

 private:
  /// Addresses relative to the base line; 0 for inactive lanes.
  struct Irregular {
    std::array<std::uint64_t, 32> address{};
    std::uint32_t active = 0;
    std::uint32_t shape = 0;  ///< bytes, space and kind
    bool operator==(const Irregular&) const = default;
  };
  struct IrregularHash {
    std::size_t operator()(const Irregular& access) const;  // not noexcept: the map then caches hashes
  };
  struct Recent {
    std::uint64_t key = 0;
    std::uint32_t number = 0;
  };

  std::uint32_t add(const WarpAccess& access);
  std::uint32_t find_or_add_affine(const WarpAccess& access, std::uint64_t key);
  std::optional<std::uint32_t> find_or_add_irregular(const WarpAccess& access, std::uint64_t line);

  std::deque<Pattern> patterns_;
  std::vector<Recent> recent_;  ///< by hash of the key
  std::unordered_map<std::uint64_t, std::uint32_t> affine_;
  std::unordered_map<Irregular, std::uint32_t, IrregularHash> irregular_;
};

}  // namespace warpledger
