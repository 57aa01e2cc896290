#pragma once

#include <span>
#include <string>
#include <vector>

#include "model/job.h"

namespace warpledger {

/// The standard headers that device code includes: nvcc takes them from the host compiler, and NVRTC, which has none,
/// from here. `<x.h>` and `<cx>` of the C library, `<type_traits>`, `<array>` and their like. What is larger than a few
/// lines comes from the toolkit's own `<cuda/std/...>`, whose names std has then too.
///
/// `std` has the names of the toolkit's by a using-directive: what NVRTC itself declares there (std::move) hides them.
const std::vector<SourceFile>& standard_headers();

/// One of standard_headers(), included before each program: the functions of programmatic dependent launch, which nvcc
/// knows without a header and NVRTC does not.
inline constexpr const char* kDependentLaunchHeader = "warpledger/dependent_launch.h";

/// A program's own `headers`, then what its texts may include beside: each header under every shorter name and
/// those that lead up, because "src/a.cuh" may name src/b.cuh "b.cuh" and inc/c.cuh "../inc/c.cuh", and NVRTC knows a
/// header in memory by its whole name alone; and the standard ones. A name that is taken stays what it is.
std::vector<SourceFile> all_headers(std::span<const SourceFile> headers);

}  // namespace warpledger
