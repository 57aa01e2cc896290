#include "backend_cuda/cupti_check.h"

#include <fmt/format.h>

#include "backend_cuda/toolkit_library.h"

namespace warpledger {

const char* const kCounterPermissionCure =
    "an administrator adds the line 'options nvidia NVreg_RestrictProfilingToAdminUsers=0' to a file in "
    "/etc/modprobe.d, rebuilds the initramfs (update-initramfs -u or dracut -f) and reboots; a container needs "
    "--cap-add=SYS_ADMIN";

namespace {

std::string describe(CUptiResult result, const std::string& function) {
  switch (result) {
    case CUPTI_ERROR_INSUFFICIENT_PRIVILEGES:
      return fmt::format("this user may not read hardware counters (CUPTI error {}): {}", static_cast<int>(result),
                         kCounterPermissionCure);
    case CUPTI_ERROR_HARDWARE_BUSY:
      return fmt::format(
          "another program holds the GPU's counters (CUPTI error {}): end ncu, or pause DCGM with 'dcgmi profile "
          "--pause'",
          static_cast<int>(result));
    case CUPTI_ERROR_MULTIPLE_SUBSCRIBERS_NOT_SUPPORTED:
      return fmt::format(
          "another tool is attached to this process (CUPTI error {}): run without ncu, nsys, compute-sanitizer and "
          "cuda-gdb",
          static_cast<int>(result));
    default: {
      const char* name = nullptr;
      if (CUPTI(cuptiGetResultString)(result, &name) != CUPTI_SUCCESS || name == nullptr) name = "unknown";
      return fmt::format("{} answered {} (CUPTI error {})", function, name, static_cast<int>(result));
    }
  }
}

}  // namespace

CuptiFailure::CuptiFailure(CUptiResult result, const std::string& function)
    : result_(result), message_(describe(result, function)) {}

void check_cupti(CUptiResult result, const char* function) {
  if (result != CUPTI_SUCCESS) throw CuptiFailure(result, function);
}

}  // namespace warpledger
