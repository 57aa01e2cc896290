#pragma once

#include <string>
#include <vector>

#include "base/error.h"
#include "model/job.h"

namespace warpledger {

/// A line `#include "name"`; the place is that of the name.
struct QuotedInclude {
  std::string name;
  Place place;
};

/// The files that a text of a submission includes by name. Throws Error, with the file and line, for everything by
/// which a text could make a compiler open a file that it does not name plainly: a path that leads elsewhere, a
/// directive or pragma that a kernel has no need of, `#include` of a macro or in disguise (digraphs, trigraphs,
/// continued lines), __has_include, and `asm` whose text is not plain.
///
/// Comments may say anything, and so may code that conditions leave out for certain (blank_left_out_code). Elsewhere it
/// errs on the safe side: what looks like a directive counts as one in strings too, and in comments that compilers may
/// not agree on (blank_comments).
std::vector<QuotedInclude> checked_includes(const SourceFile& file);

/// The same where a person has waived the rule for a submission: what else the text has stays, and is stopped by the
/// confinement of the process that compiles it.
std::vector<QuotedInclude> unchecked_includes(const SourceFile& file);

}  // namespace warpledger
