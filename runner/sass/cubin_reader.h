#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>

namespace warpledger {

struct KernelCode {
  std::string code;                       ///< 16 bytes per instruction
  std::uint32_t registers = 0;            ///< per thread
  std::uint64_t static_shared_bytes = 0;  ///< without memory reserved by the system
  std::uint64_t local_bytes = 0;          ///< stack of a thread, including called functions
  /// From __launch_bounds__; absent without them.
  std::optional<std::uint64_t> max_threads;
};

struct CubinCode {
  int arch = 0;  ///< compute capability without its dot: 89
  std::map<std::string, KernelCode> kernels;
};

/// Throws Error if `image` is not a complete cubin, or for an unsupported architecture. Supported: 80, 86, 87, 89, 90,
/// 100, 103 and 120.
CubinCode read_cubin(std::string_view image);

}  // namespace warpledger
