#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "base/cpp_text.h"

namespace warpledger {

/// Macro that all compilers of submissions define and no submission may undefine (checked_includes).
inline constexpr std::string_view kDeviceCompilerMacro = "__CUDACC_RTC__";

/// Blanks code in branches that are never compiled: after `#if 0`, `#ifndef __CUDACC_RTC__` and `#if
/// !defined(__CUDACC_RTC__)`, and after the #else of their opposites. The first `certain` lines must be free of
/// comments (blank_comments). Keeps all branches of other conditions, and everything after an #elif.
///
/// Stops where compilers may disagree: an open literal at the end of a line; a directive that is continued by a
/// backslash or comment, follows one, or is not written plainly; an unmatched #else or #endif.
void blank_left_out_code(std::vector<JoinedLine>& lines, std::size_t certain);

}  // namespace warpledger
