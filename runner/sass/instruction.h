#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace warpledger {

/// Warp operations that appear both in a CPU trace and in GPU machine code.
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

/// Loads and stores in bytes per lane, because compilers merge neighbouring ones: four of 4 bytes become one of 16.
/// Others in warp instructions.
using OperationAmounts = std::array<std::uint32_t, kWarpOperations>;

/// Properties of a machine instruction that affect a warp's path.
struct Instruction {
  enum class Flow : std::uint8_t {
    next,    ///< to the next instruction
    branch,  ///< to `target`
    call,    ///< to `target`; returns to the next instruction if its address was put in a register before
    back,    ///< to the caller
    exit,
    unsupported,  ///< to a target known only at run time
  };

  Flow flow = Flow::next;
  bool conditional = false;    ///< may also continue with the next instruction, or skip its operations
  std::int64_t target = 0;     ///< byte offset in the code
  std::uint32_t constant = 0;  ///< put in a register (MOV)
  OperationAmounts amounts{};  ///< per executing warp
  const char* name = "";       ///< if unsupported: "BRX"
};

/// Decodes the 16 bytes at `offset`, which must be within `code`, for compute capability `arch` (89).
Instruction decode(std::string_view code, std::size_t offset, int arch);

}  // namespace warpledger
