#pragma once

#include <span>
#include <string>
#include <vector>

#include "model/job.h"

namespace warpledger {

/// The texts that a host compiler makes a program of.
struct Translation {
  SourceFile unit;                ///< the shim, the program's main file, and a table of the functions
  std::vector<SourceFile> files;  ///< what the unit includes, and the main file for the compiler's excerpts
};

/// Wraps `program` so that each of `functions` (C++ name expressions) becomes an entry of the table that the shared
/// object exports. Compiler messages name the program's own files and lines. Throws Error when a header's name leads
/// out of the folder the program is compiled in.
Translation translate(const Program& program, std::span<const std::string> functions);

/// Assembler text that defines all of `names`, the program's `extern __shared__` arrays, as one piece of thread-local
/// memory of `bytes`, which is also called kDynamicShared.
std::string define_dynamic_shared(const std::vector<std::string>& names, std::uint64_t bytes);

/// What the names of the lines begin with that launch the functions: "launch of f<32>".
inline constexpr const char* kLaunchOf = "launch of ";

inline constexpr const char* kDynamicShared = "warpledger_dynamic_shared";

}  // namespace warpledger
