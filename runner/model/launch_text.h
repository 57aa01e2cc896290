#pragma once

#include <string>

#include "model/job.h"

namespace warpledger {

/// Launch quantity with the values of parameters that an identity shows as expressions: "n_l=147456".
inline constexpr const char* kResolved = "resolved";

/// Returns "8x8" or "128", without trailing extents of 1.
std::string text_of(const Extent& extent);

/// Returns kResolved and the first timed launch: "n_l=147456, grid 8x8, block 16x16". May be empty for a library
/// program.
std::string resolved_text(const Job& job);

/// Returns the identity with resolved_text() in parentheses.
std::string point_text(const Job& job);

}  // namespace warpledger
