#pragma once

#include <span>
#include <string>
#include <vector>

#include "model/job.h"

namespace warpledger {

/// Returns the standard headers for NVRTC, which has none. Larger ones forward to the toolkit's `<cuda/std/...>`.
///
/// `std` gets the toolkit's names by a using-directive, so NVRTC's own declarations (std::move) hide them.
const std::vector<SourceFile>& standard_headers();

/// The header of standard_headers() that precedes each program: functions of programmatic dependent launch, which only
/// nvcc has built in.
inline constexpr const char* kDependentLaunchHeader = "warpledger/dependent_launch.h";

/// Returns `headers`, their aliases for relative includes, and the standard headers. NVRTC finds headers in memory only
/// by their full names, but "src/a.cuh" may include src/b.cuh as "b.cuh" and inc/c.cuh as "../inc/c.cuh". Existing
/// names take precedence.
std::vector<SourceFile> all_headers(std::span<const SourceFile> headers);

}  // namespace warpledger
