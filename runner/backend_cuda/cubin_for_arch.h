#pragma once

#include <span>
#include <string>

#include "model/cubin.h"

namespace warpledger {

/// Compiles `program` for compute capability `arch` (89) without a GPU or a driver, or takes it from `cache_dir`;
/// empty: nothing is kept. Throws PointEnd{compile_failed} with the compiler's messages, and Error when this program
/// was built without the CUDA toolkit.
Cubin cubin_for_arch(const Program& program, std::span<const std::string> functions, int arch,
                     const std::string& cache_dir);

}  // namespace warpledger
