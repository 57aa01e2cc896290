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

/// Returns the files that a submitted source includes by name. Throws Error, with file and line, for anything else that
/// could make a compiler open files: paths that lead elsewhere, unneeded directives and pragmas, macro or disguised
/// #include (digraphs, trigraphs, continued lines), __has_include, and `asm` that is not plain text.
///
/// Ignores comments and inactive code (blank_left_out_code). In doubt it rejects: directives count in strings, and in
/// comments that compilers may parse differently (blank_comments).
std::vector<QuotedInclude> checked_includes(const SourceFile& file);

/// For submissions whose rules are waived: ignores everything else and leaves it to the compiler's sandbox.
std::vector<QuotedInclude> unchecked_includes(const SourceFile& file);

}  // namespace warpledger
