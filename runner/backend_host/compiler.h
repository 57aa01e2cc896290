#pragma once

#include <span>
#include <string>

#include "model/job.h"

namespace warpledger {

/// The C++ compiler that kernels are compiled with.
struct HostCompiler {
  std::string path;
  std::string version;  ///< the first line of `--version`
};

/// The first that there is of $WARPLEDGER_HOST_CXX, clang++ and g++. Throws Error when there is none, or when the
/// variable names no program.
HostCompiler find_host_compiler();

/// What a program is compiled for.
struct CompileTarget {
  int cuda_arch = 0;                           ///< the value of __CUDA_ARCH__: 890
  std::uint64_t max_dynamic_shared_bytes = 0;  ///< size of an `extern __shared__` array
};

/// Compiles `program` into a shared object that exports a table of `functions`, and gives its path in `cache_dir`;
/// answers from there when the same has been compiled before. Throws PointEnd{compile_failed} with the compiler's
/// messages.
std::string compile_to_shared_object(const HostCompiler& compiler, const CompileTarget& target, const Program& program,
                                     std::span<const std::string> functions, const std::string& cache_dir);

}  // namespace warpledger
