#pragma once

#include <map>
#include <string>

#include "grading/hand_in/submission_times.h"
#include "grading/measure/grading_session.h"
#include "grading/score/evidence.h"
#include "grading/score/grade_rule.h"
#include "spec/experiment.h"
#include "store/reader.h"

namespace warpledger {

/// Gives the hand-ins of a session of `experiment` the times that `times` has; the others keep their platform's.
void set_times(GradingSession& session, const std::string& experiment, const SubmissionTimes& times);

/// Evidence of a hand-in for the rules; its adjustments include the points that lateness takes off.
SubmissionEvidence evidence_of(const LedgerReader& ledger, const Experiment& experiment, const std::string& submission,
                               const GradedAttempt& attempt);

/// Makes those of `session.hand_ins` that count by Grading::attempts its `submissions`. The best one is found without
/// the rules that rank the class: who is in it depends on what counts.
void choose_hand_ins(const LedgerReader& ledger, const Experiment& experiment, const GradingCriteria& criteria,
                     GradingSession& session);

}  // namespace warpledger
