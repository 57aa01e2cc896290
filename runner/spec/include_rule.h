#pragma once

#include <string>
#include <vector>

#include "base/error.h"
#include "model/job.h"

namespace warpledger {

/// A line `#include "name"`; the place is the name's.
struct QuotedInclude {
  std::string name;
  Place place;
};

/// Returns the files that a submitted source includes by name. Throws Error, with file and line, for everything else
/// that could make a compiler open a file: paths that lead elsewhere, unneeded directives and pragmas, disguised
/// #include (macros, digraphs, trigraphs, continued lines), __has_include, and `asm` that is not plain text.
///
/// Ignores comments and inactive code (blank_left_out_code), unless compilers may disagree about them. Directives in
/// strings count.
std::vector<QuotedInclude> checked_includes(const SourceFile& file);

/// Like checked_includes(), for waived rules: all other constructs are left to the compiler's sandbox.
std::vector<QuotedInclude> unchecked_includes(const SourceFile& file);

}  // namespace warpledger
