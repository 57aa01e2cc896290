#pragma once

#include <string>
#include <vector>

#include "model/job.h"
#include "model/program.h"

namespace warpledger {

/// The backend's own kernels that fill and look at buffers, compiled at run time like all others. Fingerprints and
/// comparisons are those of the host; random numbers are as random, and others.
Program buffer_program();

// Its functions.
inline const std::string kFingerprint = "warpledger_fingerprint";
inline const std::string kUnlike = "warpledger_unlike";
std::string random_function(ElementType type);
std::string mismatches_function(ElementType type);
std::string largest_error_function(ElementType type);

/// All of them.
std::vector<std::string> buffer_functions();

}  // namespace warpledger
