#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "base/cpp_text.h"

namespace warpledger {

/// The macro that every compiler of submissions defines, and no submission undefines (checked_includes).
inline constexpr std::string_view kDeviceCompilerMacro = "__CUDACC_RTC__";

/// Puts blanks in place of the code that conditions leave out for certain: behind `#if 0`, `#ifndef __CUDACC_RTC__` and
/// `#if !defined(__CUDACC_RTC__)`, or behind the #else of their opposites. `lines` have no comments in the first
/// `certain` ones (blank_comments). A condition of anything else, or written in another way, may hold or not, so all
/// its branches stay; so does what follows an #elif.
///
/// It ends at what compilers may read in different ways: a literal that its line leaves open, a directive on a line
/// that goes on behind a backslash or a comment, that begins behind one, or that is not written plainly, and an #else
/// or #endif of nothing.
void blank_left_out_code(std::vector<JoinedLine>& lines, std::size_t certain);

}  // namespace warpledger
