#pragma once

#include <cstddef>

#include "exec/compile_ahead.h"
#include "run/record_run.h"

namespace warpledger {

/// Of one device: NVRTC takes 150 MB in each, and a batch job's memory is counted.
inline constexpr std::size_t kMostCompilers = 8;

/// How many processes may compile for each of `devices` that are measured at once: of this process's cores those that
/// are left when each device has one for its worker and one for its parent's thread.
std::size_t compilers_for_each(std::size_t cores, std::size_t devices);

/// How many may compile beside a host whose worker has so many cores: one each that is idle while the worker itself
/// compiles.
std::size_t compilers_beside_host(std::size_t cores);

/// Compiles ahead what the points of a task need. Nothing is compiled for untrusted code, whose worker does that where
/// it is confined, where it is not known which points will be measured, and for a device without a compute capability.
///
/// For a host the last programs come first. Its kernels leave hardly anything to processes of the lowest priority:
/// these compile while the worker compiles. What it comes to next they would have begun, and it would wait for them on
/// an idle core; from the other end they meet it once.
CompileAhead compile_ahead_of(const RunOptions& options, const RunTask& task);

}  // namespace warpledger
