#pragma once

#include <dlfcn.h>

#include <memory>

namespace warpledger {

/// Results of NVML's functions (nvml.h, nvmlReturn_t).
inline constexpr int kNvmlSuccess = 0;
inline constexpr int kNvmlNotSupported = 3;
inline constexpr int kNvmlNoPermission = 4;

inline constexpr const char* kNvmlLibrary = "libnvidia-ml.so.1";
inline constexpr const char* kNvmlHint =
    "install the NVIDIA driver's utilities; in a container: NVIDIA_DRIVER_CAPABILITIES=utility";

/// The driver's management library, loaded by the constructor. Functions are looked up by their documented names, so
/// nvml.h need not be installed.
class NvmlLibrary {
 public:
  /// Throws Error if the library is missing.
  NvmlLibrary();
  ~NvmlLibrary();
  NvmlLibrary(const NvmlLibrary&) = delete;
  NvmlLibrary& operator=(const NvmlLibrary&) = delete;

  /// Returns null if the library is too old.
  template <class Function>
  Function* function(const char* name) const {
    return reinterpret_cast<Function*>(dlsym(library_.get(), name));
  }

 private:
  struct Close {
    void operator()(void* library) const { dlclose(library); }
  };

  std::unique_ptr<void, Close> library_;
};

}  // namespace warpledger
