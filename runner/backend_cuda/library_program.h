#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <span>
#include <string>

#include "base/file.h"
#include "model/program.h"

namespace warpledger {

/// What stands behind a library program's source, so that each of `functions`, C++ name expressions, can be called from
/// a shared library: for function i, with C linkage,
///
///     const char* warpledger_call_i(cudaStream_t stream, void** arguments)    calls it, arguments by address; what it
///                                                                             returns, or says with an exception
///     size_t warpledger_parameters_i(size_t* bytes, size_t most)              how many parameters it has behind the
///                                                                             stream, and the sizes of the first
///                                                                             `most`
std::string entry_points(std::span<const std::string> functions);

/// Makes shared libraries of library programs (model/program.h) with the toolkit's nvcc, which drives the host's
/// compiler. They are kept in a folder under their content keys, as cubins are: to make one takes seconds. A folder
/// that cannot be written costs a compilation, never an error.
class LibraryCompiler {
 public:
  /// For GPUs that `architecture` names: "--gpu-architecture=sm_90". An empty `folder` keeps nothing.
  LibraryCompiler(std::filesystem::path folder, std::string architecture)
      : folder_(std::move(folder)), architecture_(std::move(architecture)) {}

  /// The shared library of `program` with its entry points. Throws PointFailure{compile_failed} with the compiler's
  /// messages, and PointFailure{invalid_point} when there is no nvcc.
  std::filesystem::path library(const Program& program, std::span<const std::string> functions);

 private:
  /// Whether a copy of `library` is in the folder now.
  bool keep(const std::filesystem::path& library) const;

  std::filesystem::path folder_;
  std::string architecture_;
  std::optional<TemporaryFolder> own_folder_;  ///< of what was compiled here
};

}  // namespace warpledger
