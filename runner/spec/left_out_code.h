#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "base/cpp_text.h"

namespace warpledger {

/// Macro that all compilers of submissions define and no submission may undefine (checked_includes).
inline constexpr std::string_view kDeviceCompilerMacro = "__CUDACC_RTC__";

/// Blanks branches that are never compiled: after `#if 0`, `#ifndef __CUDACC_RTC__`, `#if !defined(__CUDACC_RTC__)`,
/// and the #else of their opposites. Keeps all branches of other conditions, and everything after an #elif. The first
/// `certain` lines must have no comments (blank_comments).
///
/// Stops where compilers may disagree: a literal open at the end of its line; a directive that is continued, follows a
/// comment, or is not written plainly; an unmatched #else or #endif.
void blank_left_out_code(std::vector<JoinedLine>& lines, std::size_t certain);

}  // namespace warpledger
