#pragma once

#include <span>
#include <string>

#include "backend_host/compiler.h"
#include "model/job.h"

namespace warpledger {

/// Whether `compiler` is one whose traced programs have the accesses that a GPU's compiler would leave, 16-byte ones
/// included: clang. With g++ they are right for kernels that access elements of up to 8 bytes and reload nothing.
bool traces_well(const HostCompiler& compiler);

/// As compile_to_shared_object(), but each access to memory and each basic block is logged before it happens (see
/// BlockTracer, which alone can run it). Compiled at -O3 twice and without vectorisation, so that the accesses are
/// those of one thread and those that a GPU's compiler would remove as well are gone. Throws Error when the compiler is
/// too old (clang before 14) or instruments nothing.
std::string compile_traced(const HostCompiler& compiler, const CompileTarget& target, const Program& program,
                           std::span<const std::string> functions, const std::string& cache_dir);

}  // namespace warpledger
