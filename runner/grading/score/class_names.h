#pragma once

#include "grading/hand_in/pseudonyms.h"
#include "grading/score/graded_class.h"

namespace warpledger {

/// Replaces names by pseudonyms and sorts by them. Removes texts that may contain names: adjustments' reasons and
/// authors, output of compilers and programs, the roster, and skipped files. Throws Error for a submission without a
/// pseudonym.
GradedClass renamed(GradedClass graded, const Pseudonyms& pseudonyms);

/// Replaces pseudonyms by names, and restores a group's members from its name.
GradedClass with_names(GradedClass graded, const Pseudonyms& pseudonyms);

}  // namespace warpledger
