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

/// Headers of the C library whose functions the shim's headers declare in CUDA's way: kernels get these in place of the
/// host's own, which would declare them again. All other standard headers are the host's.
std::vector<SourceFile> standard_headers_of_host();

/// The shim headers, carried in the program itself: what a kernel is compiled with in place of the CUDA headers. The
/// names are how they include each other.
const std::vector<SourceFile>& shim_headers();

/// What traced kernels are linked with: the functions that their instrumentation calls.
const SourceFile& trace_callbacks();

/// SHA-256 of the program's own sources that translate, instrument and compile a kernel: a program that does it in
/// another way compiles anew what an older one left in the cache.
std::string translation_digest();

}  // namespace warpledger
