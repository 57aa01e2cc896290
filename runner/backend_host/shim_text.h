#pragma once

#include <vector>

#include "model/job.h"

namespace warpledger {

/// The shim headers, carried in the program itself: what a kernel is compiled with in place of the CUDA headers. The
/// names are how they include each other.
const std::vector<SourceFile>& shim_headers();

/// What traced kernels are linked with: the functions that their instrumentation calls.
const SourceFile& trace_callbacks();

}  // namespace warpledger
