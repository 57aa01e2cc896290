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

/// Replaces the platform's times by those in `times`.
void set_times(GradingSession& session, const std::string& experiment, const SubmissionTimes& times);

/// Returns the evidence of a hand-in; its adjustments include lateness.
SubmissionEvidence evidence_of(const LedgerReader& ledger, const Experiment& experiment, const std::string& submission,
                               const GradedAttempt& attempt);

/// Sets `session.submissions` to the hand-ins that count by Grading::attempts. The best is chosen without ranks, which
/// depend on the choice.
void choose_hand_ins(const LedgerReader& ledger, const Experiment& experiment, const GradingCriteria& criteria,
                     GradingSession& session);

}  // namespace warpledger
