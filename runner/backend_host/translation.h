#pragma once

#include <span>
#include <string>
#include <vector>

#include "model/job.h"

namespace warpledger {

struct Translation {
  SourceFile unit;                ///< shim, the program's main file and a table of its functions
  std::vector<SourceFile> files;  ///< included files, and the main file for excerpts in compiler messages
};

/// Wraps `program` to export a table of `functions` (C++ name expressions). Compiler messages keep the program's files
/// and lines. Throws Error if a header's name leads out of the folder.
Translation translate(const Program& program, std::span<const std::string> functions);

/// Returns assembly that defines all `names`, the program's `extern __shared__` arrays, as one thread-local block of
/// `bytes`, also named kDynamicShared.
std::string define_dynamic_shared(const std::vector<std::string>& names, std::uint64_t bytes);

/// Prefix of the names of lines that launch the functions: "launch of f<32>".
inline constexpr const char* kLaunchOf = "launch of ";

inline constexpr const char* kDynamicShared = "warpledger_dynamic_shared";

/// C library headers whose functions the shim redeclares in CUDA's way: kernels get these instead of the host's. Other
/// standard headers are the host's.
std::vector<SourceFile> standard_headers_of_host();

/// Shim headers, embedded in this program, which replace the CUDA headers. Named as they include each other.
const std::vector<SourceFile>& shim_headers();

const SourceFile& trace_callbacks();

/// Returns a SHA-256 of this program's sources that translate, instrument and compile kernels. It invalidates cache
/// entries of other versions.
std::string translation_digest();

}  // namespace warpledger
