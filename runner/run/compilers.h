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

/// Compiles ahead what the points of a task need. Nothing is compiled for untrusted code, whose worker does that where
/// it is confined, for a host, whose cores run the kernels, and where it is not known which points will be measured.
CompileAhead compile_ahead_of(const RunOptions& options, const RunTask& task);

}  // namespace warpledger
