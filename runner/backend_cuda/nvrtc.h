#pragma once

#include <span>
#include <string>
#include <vector>

#include "model/job.h"
#include "model/program.h"

namespace warpledger {

/// The options that compile_cubin compiles with; `arch` is a compute capability without its dot, such as 90.
std::vector<std::string> nvrtc_options(int arch);

/// "13.0": the version of the compiler that is loaded. Throws Error when it does not answer.
std::string nvrtc_version();

/// The architectures the compiler can make cubins for: 75, 80, ... 90...
std::vector<int> nvrtc_architectures();

/// Compiles `program` with `options` so that each of `functions` (C++ name expressions) can be found. Needs no GPU and
/// no driver. Throws PointFailure{compile_failed} with the compiler's messages, which name the file and the line.
Cubin compile_cubin(const Program& program, std::span<const std::string> functions,
                    std::span<const std::string> options);

}  // namespace warpledger
