#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

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

/// A machine instruction, as far as the way of a warp through its program depends on it.
struct Instruction {
  enum class Flow : std::uint8_t {
    next,         ///< continues behind itself
    branch,       ///< to `target`
    call,         ///< to `target`; comes back behind itself where that address was put in a register before
    back,         ///< to where it was called from
    exit,         ///< ends
    unsupported,  ///< to where only the run says
  };

  Flow flow = Flow::next;
  bool conditional = false;    ///< also continues behind itself, or: its operations may not happen
  std::int64_t target = 0;     ///< byte offset in the code
  std::uint32_t constant = 0;  ///< that it puts in a register (MOV)
  OperationAmounts amounts{};  ///< of one warp that executes it
  const char* name = "";       ///< where `flow` is unsupported: "BRX"
};

/// Decodes the 16 bytes at `offset` of `code`, which are within it, for compute capability `arch` (89).
Instruction decode(std::string_view code, std::size_t offset, int arch);

}  // namespace warpledger
