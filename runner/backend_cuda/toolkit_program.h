#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace warpledger {

/// The path of a program of the CUDA Toolkit, "nvcc": of the toolkit that $CUDA_HOME or $CUDA_PATH names, of PATH, or
/// of the usual place. Throws PointFailure{invalid_point} when there is none; `what` is done with it, in the reason's
/// words.
std::string toolkit_program(const std::string& name, const std::string& what);

/// Whether there is such a program.
bool has_toolkit_program(const std::string& name);

/// Runs a compiler with `words` on what is in `folder`. Throws PointFailure{compile_failed} with its messages, which do
/// not name the folder, unless it succeeds.
void run_compiler(const std::vector<std::string>& words, const std::filesystem::path& folder);

}  // namespace warpledger
