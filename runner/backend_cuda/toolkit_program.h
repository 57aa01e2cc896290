#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace warpledger {

/// Returns the path of a toolkit program such as "nvcc", from $CUDA_HOME, $CUDA_PATH, PATH or /usr/local/cuda. Throws
/// PointFailure{invalid_point} if there is none; its message names `what` the program makes.
std::string toolkit_program(const std::string& name, const std::string& what);

bool has_toolkit_program(const std::string& name);

/// Runs the command `words` in `folder`. Throws PointFailure{compile_failed} with its messages, without the folder's
/// path.
void run_compiler(const std::vector<std::string>& words, const std::filesystem::path& folder);

}  // namespace warpledger
