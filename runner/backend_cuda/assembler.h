#pragma once

#include <span>
#include <string>

#include "model/program.h"

namespace warpledger {

/// Returns the cubin of a program that is not CUDA C++: PTX is assembled by ptxas, machine code taken as it is.
/// `architecture` is "sm_90". Throws PointFailure: compile_failed for assembler errors, damaged machine code or a
/// missing function; invalid_point for machine code of another chip or a missing ptxas.
Cubin assembled_cubin(const Program& program, std::span<const std::string> functions, const std::string& architecture);

}  // namespace warpledger
