#include "backend_cuda/toolkit_library.h"

#include <cuda_runtime_api.h>
#include <dlfcn.h>
#include <fmt/format.h>

#include <cstdlib>

#include "base/error.h"

namespace warpledger {
namespace {

constexpr int kMajor = CUDART_VERSION / 1000;
constexpr const char* kHint =
    "install CUDA Toolkit {}, the major version of the build, or set CUDA_HOME to its folder; or run on the CPU: "
    "--device host";

}  // namespace

std::vector<std::string> toolkit_library_folders() {
  std::vector<std::string> folders;
  const auto add_toolkit = [&](const std::string& home) {
    for (const char* folder : {"/lib64/", "/extras/CUPTI/lib64/"}) folders.push_back(home + folder);
  };
  for (const char* variable : {"CUDA_HOME", "CUDA_PATH"})
    if (const char* home = std::getenv(variable); home != nullptr && *home != '\0') add_toolkit(home);
  folders.emplace_back();
  folders.emplace_back(WARPLEDGER_NVRTC_FOLDER "/");
  folders.emplace_back(WARPLEDGER_CUPTI_FOLDER "/");
  add_toolkit("/usr/local/cuda");
  return folders;
}

void* ToolkitLibrary::open() const {
  const std::string file = fmt::format("{}.so.{}", name_, kMajor);
  for (const std::string& folder : toolkit_library_folders())
    if (void* opened = dlopen((folder + file).c_str(), RTLD_LAZY | RTLD_LOCAL); opened != nullptr) return opened;
  throw Error(fmt::format("{} of the CUDA Toolkit cannot be loaded", file), fmt::format(kHint, kMajor));
}

std::string ToolkitLibrary::problem() const try {
  if (handle_.load() == nullptr) handle_ = open();
  return "";
} catch (const Error& error) {
  return error.problem();
}

void* ToolkitLibrary::function(const char* name) const {
  // Concurrent opens return the same handle. Never closed: CUPTI stays hooked into the driver.
  void* handle = handle_.load();
  if (handle == nullptr) handle_ = handle = open();
  if (void* address = dlsym(handle, name); address != nullptr) return address;
  throw Error(fmt::format("{}.so.{} of the CUDA Toolkit has no function {}", name_, kMajor, name),
              fmt::format(kHint, kMajor));
}

const ToolkitLibrary& nvrtc_library() {
  static const ToolkitLibrary library("libnvrtc");
  return library;
}

const ToolkitLibrary& cupti_library() {
  static const ToolkitLibrary library("libcupti");
  return library;
}

}  // namespace warpledger
