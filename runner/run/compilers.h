#pragma once

#include <cstddef>

#include "exec/compile_ahead.h"
#include "run/record_run.h"

namespace warpledger {

/// Per device: each takes 150 MB for NVRTC, and batch jobs have memory limits.
inline constexpr std::size_t kMostCompilers = 8;

/// Number of compilers for each of `devices` measured in parallel. Each device keeps one core for its worker and one
/// for its parent thread.
std::size_t compilers_for_each(std::size_t cores, std::size_t devices);

/// Number of compilers next to a host's worker that has `cores`: one per core that idles while the worker compiles.
std::size_t compilers_beside_host(std::size_t cores);

/// Compiles programs of a task ahead. Compiles nothing for untrusted code, whose sandboxed worker does that, for chosen
/// points, which are unknown, and for devices without a compute capability.
///
/// On a host it starts from the last program. Host kernels leave these low-priority processes time only while the
/// worker compiles. Starting from the front, they would hold the program that the worker needs next, and it would wait.
CompileAhead compile_ahead_of(const RunOptions& options, const RunTask& task);

}  // namespace warpledger
