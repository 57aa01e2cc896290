#pragma once

#include "grading/hand_in/roster.h"
#include "grading/score/graded_class.h"

namespace warpledger {

/// Gives `graded` the people of `roster`, with the submissions of each; who handed in nothing gets one without points,
/// called as he is. Submissions of nobody on the roster, and a second one of somebody, become notes.
void apply_roster(GradedClass& graded, const Roster& roster);

}  // namespace warpledger
