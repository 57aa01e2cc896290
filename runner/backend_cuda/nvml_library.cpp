#include "backend_cuda/nvml_library.h"

#include <fmt/format.h>

#include "base/error.h"

namespace warpledger {
namespace {

using Plain = int();

}  // namespace

NvmlLibrary::NvmlLibrary() : library_(dlopen(kNvmlLibrary, RTLD_NOW | RTLD_LOCAL)) {
  if (!library_) throw Error(fmt::format("{} cannot be loaded", kNvmlLibrary), kNvmlHint);
  auto* const init = function<Plain>("nvmlInit_v2");
  if (init == nullptr || init() != kNvmlSuccess)
    throw Error(fmt::format("{} cannot be initialized", kNvmlLibrary), kNvmlHint);
}

NvmlLibrary::~NvmlLibrary() {
  if (auto* const shutdown = function<Plain>("nvmlShutdown")) shutdown();
}

}  // namespace warpledger
