#pragma once

#include "grading/hand_in/pseudonyms.h"
#include "grading/score/graded_class.h"

namespace warpledger {

/// `graded` with pseudonyms for the names of submissions. Texts that may hold a name are left out: reasons and authors
/// of adjustments, what a compiler or a program says, the roster, and the files that were passed over. Submissions are
/// sorted anew, because their order told of their names. Throws Error for a submission without a pseudonym.
GradedClass renamed(GradedClass graded, const Pseudonyms& pseudonyms);

/// `graded`, of a ledger that was written with pseudonyms, with the names that they hide; other names stay. Of a group,
/// those who handed in are its names.
GradedClass with_names(GradedClass graded, const Pseudonyms& pseudonyms);

}  // namespace warpledger
