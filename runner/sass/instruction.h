#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace warpledger {

/// Operations visible both in a CPU trace and in machine code.
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

struct Instruction {
  enum class Flow : std::uint8_t {
    next,
    branch,
    call,  ///< to `target`; returns to the next instruction if its address was put in a register before
    back,  ///< to the caller
    exit,
    unsupported,  ///< to a target known only at run time
  };

  Flow flow = Flow::next;
  bool conditional = false;    ///< may also continue with the next instruction, or skip its operations
  std::int64_t target = 0;     ///< byte offset in the code
  std::uint32_t constant = 0;  ///< of a MOV
  OperationAmounts amounts{};
  const char* name = "";  ///< if unsupported: "BRX"
};

/// `offset` must be within `code`; `arch` as in 89.
Instruction decode(std::string_view code, std::size_t offset, int arch);

}  // namespace warpledger
