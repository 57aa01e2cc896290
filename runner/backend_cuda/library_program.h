#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <span>
#include <string>

#include "base/file.h"
#include "model/program.h"

namespace warpledger {

/// Returns code to append to a library program's source. For function i it exports, with C linkage:
///
/// const char* warpledger_call_i(cudaStream_t stream, void** arguments): calls it with arguments by address; returns
/// its result or the text of its exception.
///
/// size_t warpledger_parameters_i(size_t* bytes, size_t most): returns the number of parameters after the stream and
/// writes the sizes of the first `most`.
std::string entry_points(std::span<const std::string> functions);

/// Compiles library programs (model/program.h) into shared libraries with nvcc, which calls the host's compiler. Caches
/// them by content key, because compiling takes seconds. An unwritable folder costs a compilation, never an error.
class LibraryCompiler {
 public:
  /// `architecture` is "--gpu-architecture=sm_90". An empty `folder` disables the cache.
  LibraryCompiler(std::filesystem::path folder, std::string architecture)
      : folder_(std::move(folder)), architecture_(std::move(architecture)) {}

  /// Returns the path of the library. Throws PointFailure: compile_failed with the compiler's messages, invalid_point
  /// without nvcc.
  std::filesystem::path library(const Program& program, std::span<const std::string> functions);

 private:
  bool keep(const std::filesystem::path& library) const;

  std::filesystem::path folder_;
  std::string architecture_;
  std::optional<TemporaryFolder> own_folder_;  ///< of uncached results
};

}  // namespace warpledger
