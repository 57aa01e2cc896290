#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace warpledger {

/// What both a traced run on the CPU and a GPU's machine code say of a warp: where the two can be laid side by side.
enum class WarpOperation : std::uint8_t {
  global_load,
  global_store,
  shared_load,
  shared_store,
  atomic,
  barrier,
  shuffle,
};
inline constexpr std::size_t kWarpOperations = 7;

/// How much of each operation. Loads and stores in bytes of one lane, because compilers merge neighbouring ones: four
/// of 4 bytes are one of 16. The others in warp instructions.
using OperationAmounts = std::array<std::uint32_t, kWarpOperations>;

}  // namespace warpledger
