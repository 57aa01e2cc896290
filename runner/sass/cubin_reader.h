#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>

namespace warpledger {

/// A kernel's machine code and what a launch of it needs.
struct KernelCode {
  std::string code;                       ///< 16 bytes an instruction
  std::uint32_t registers = 0;            ///< of a thread
  std::uint64_t static_shared_bytes = 0;  ///< of a block; without what the system reserves
  std::uint64_t local_bytes = 0;          ///< stack of a thread, of the functions that it calls as well
  /// What __launch_bounds__ allow a block; nothing without them.
  std::optional<std::uint64_t> max_threads;
};

struct CubinCode {
  int arch = 0;                               ///< compute capability without its dot: 89
  std::map<std::string, KernelCode> kernels;  ///< by their names in the cubin
};

/// Takes a cubin apart. Throws Error when `image` is no whole cubin, or one for an architecture whose instructions are
/// not known here: known are 80, 86, 87, 89, 90, 100, 103 and 120.
CubinCode read_cubin(std::string_view image);

}  // namespace warpledger
