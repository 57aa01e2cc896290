#pragma once

#include <array>
#include <cstdint>

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

}  // namespace warpledger
