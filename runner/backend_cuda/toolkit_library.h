#pragma once

#include <atomic>
#include <string>
#include <vector>

namespace warpledger {

/// A shared library of the CUDA Toolkit, opened by the first call: opening NVRTC and CUPTI takes 10 ms, and ledgers are
/// readable without a toolkit. Must have the major version of the build, because structs of its API change.
class ToolkitLibrary {
 public:
  /// `name` has neither version nor folder: "libnvrtc".
  explicit ToolkitLibrary(const char* name) : name_(name) {}

  /// Returns why it cannot be opened; empty if it can.
  std::string problem() const;

  /// Returns a function's address. Throws Error if the library cannot be opened or lacks it.
  void* function(const char* name) const;

 private:
  void* open() const;

  const char* name_;
  mutable std::atomic<void*> handle_{nullptr};
};

/// Returns the folders to search, in order: those of $CUDA_HOME and $CUDA_PATH, "" (the dynamic linker's), the build's
/// toolkit, /usr/local/cuda.
std::vector<std::string> toolkit_library_folders();

const ToolkitLibrary& nvrtc_library();
const ToolkitLibrary& cupti_library();

}  // namespace warpledger

/// Function of NVRTC or CUPTI with its type from the toolkit's headers: NVRTC(nvrtcVersion)(&a, &b). Throws Error as
/// ToolkitLibrary::function does.
#define NVRTC(name) (reinterpret_cast<decltype(&(name))>(warpledger::nvrtc_library().function(#name)))
#define CUPTI(name) (reinterpret_cast<decltype(&(name))>(warpledger::cupti_library().function(#name)))
