#pragma once

#include "grading/hand_in/roster.h"
#include "grading/score/graded_class.h"

namespace warpledger {

/// Adds the people of `roster` and their submissions to `graded`. A student who submitted nothing gets a submission
/// without points, named after the student. Unmatched submissions, and a person's second one, become notes.
void apply_roster(GradedClass& graded, const Roster& roster);

}  // namespace warpledger
