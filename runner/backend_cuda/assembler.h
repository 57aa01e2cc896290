#pragma once

#include <span>
#include <string>

#include "model/program.h"

namespace warpledger {

/// The cubin of a program that is no CUDA C++ (Language): PTX is assembled by the toolkit's ptxas, which gets the
/// options that the program has for it, machine code is taken as it is. `functions` are names of its kernels, and
/// `architecture` is "sm_90". Throws PointFailure: compile_failed with the assembler's messages, for damaged machine
/// code, or with the kernels that there are when one of `functions` is missing; invalid_point for machine code of
/// another chip, and when there is no ptxas.
Cubin assembled_cubin(const Program& program, std::span<const std::string> functions, const std::string& architecture);

}  // namespace warpledger
