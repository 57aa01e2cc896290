#pragma once

#include <functional>

namespace warpledger {

/// Main loop of the kernel process (kernel_process.h): loads the program received on the socket `fd` and runs its
/// kernels until the worker closes the socket. Calls `confine` before any code of the program runs, with only `fd` and
/// the standard streams open.
[[noreturn]] void serve_kernels(int fd, const std::function<void()>& confine);

}  // namespace warpledger
