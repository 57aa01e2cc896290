#pragma once

#include "grading/hand_in/roster.h"
#include "grading/score/graded_class.h"

namespace warpledger {

/// Adds the people of `roster` and their submissions. A student who submitted nothing gets an empty submission.
/// Unmatched submissions, and a person's second one, become notes.
void apply_roster(GradedClass& graded, const Roster& roster);

}  // namespace warpledger
