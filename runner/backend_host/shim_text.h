#pragma once

#include <string>
#include <vector>

#include "model/job.h"

namespace warpledger {

/// The shim headers, carried in the program itself: what a kernel is compiled with in place of the CUDA headers. The
/// names are how they include each other.
const std::vector<SourceFile>& shim_headers();

/// What traced kernels are linked with: the functions that their instrumentation calls.
const SourceFile& trace_callbacks();

/// SHA-256 of the program's own sources that translate, instrument and compile a kernel: a program that does it in
/// another way compiles anew what an older one left in the cache.
std::string translation_digest();

}  // namespace warpledger
