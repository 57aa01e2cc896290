#pragma once

#include <functional>

namespace warpledger {

/// The process of a worker's kernels (kernel_process.h): loads the program that the worker sends on `fd`, a socket, and
/// runs its kernels, until the worker closes that or ends. `confine` is called before anything of the program runs,
/// when no file is open but the socket and what is printed to.
[[noreturn]] void serve_kernels(int fd, const std::function<void()>& confine);

}  // namespace warpledger
