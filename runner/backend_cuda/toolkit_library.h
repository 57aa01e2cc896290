#pragma once

#include <atomic>
#include <string>
#include <vector>

namespace warpledger {

/// A shared library of the CUDA Toolkit that is opened when one of its functions is first called: opening NVRTC and
/// CUPTI takes 10 ms, which a query need not wait for, and a machine without a toolkit still has a ledger to read.
/// Its major version is the one that this program was built with, because the structs of its interface are.
class ToolkitLibrary {
 public:
  /// `name` without version and folder: "libnvrtc".
  explicit ToolkitLibrary(const char* name) : name_(name) {}

  /// Why it cannot be opened, or "" when it can.
  std::string problem() const;

  /// The address of a function. Opens the library first; throws Error when it cannot be opened or has no such function.
  void* function(const char* name) const;

 private:
  void* open() const;

  const char* name_;
  mutable std::atomic<void*> handle_{nullptr};
};

/// The folders in which libraries of the toolkit are looked for, first one first: those of $CUDA_HOME and $CUDA_PATH,
/// "", which stands for those of the dynamic linker, the toolkit of the build, and the usual one.
std::vector<std::string> toolkit_library_folders();

const ToolkitLibrary& nvrtc_library();
const ToolkitLibrary& cupti_library();

}  // namespace warpledger

/// A function of NVRTC or CUPTI by the name and with the type that the toolkit's headers give: NVRTC(nvrtcVersion)(&a,
/// &b). Throws Error as ToolkitLibrary::function does.
#define NVRTC(name) (reinterpret_cast<decltype(&(name))>(warpledger::nvrtc_library().function(#name)))
#define CUPTI(name) (reinterpret_cast<decltype(&(name))>(warpledger::cupti_library().function(#name)))
