#pragma once

#include <string>
#include <vector>

#include "model/job.h"
#include "model/program.h"

namespace warpledger {

/// Kernels that fill and inspect buffers, compiled at run time. Fingerprints and comparisons match the host's; random
/// values differ.
Program buffer_program();

// Names of its functions.
inline const std::string kFingerprint = "warpledger_fingerprint";
inline const std::string kUnlike = "warpledger_unlike";
std::string random_function(ElementType type);
std::string mismatches_function(ElementType type);
std::string largest_error_function(ElementType type);

std::vector<std::string> buffer_functions();

}  // namespace warpledger
