#pragma once

#include <string>

#include "model/job.h"

namespace warpledger {

/// Name of the launch quantity that has the numbers of parameters which an identity has as expressions: "n_l=147456".
inline constexpr const char* kResolved = "resolved";

/// "8x8", "128": the extents up to the last one above 1.
std::string text_of(const Extent& extent);

/// "n_l=147456, grid 8x8, block 16x16": the numbers of parameters that a job's identity has as expressions, then the
/// launch that happens, of several timed ones the first. Empty for a library program without such parameters.
std::string resolved_text(const Job& job);

/// The identity of a job with its resolved_text in parentheses: how messages name a point.
std::string point_text(const Job& job);

}  // namespace warpledger
