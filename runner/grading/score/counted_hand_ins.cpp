#include "grading/score/counted_hand_ins.h"

#include <optional>
#include <span>
#include <utility>
#include <variant>

#include "grading/hand_in/submission_times.h"
#include "grading/score/grade.h"

namespace warpledger {
namespace {

Experiment without_ranks(Experiment experiment) {
  for (GradedProblem& problem : experiment.grading->problems)
    std::erase_if(problem.rules, [](const GradingRule& rule) { return std::holds_alternative<RankRule>(rule.judged); });
  return experiment;
}

/// Returns points by rules and lateness. A person's adjustments apply to every hand-in and are left out.
double points_of(const LedgerReader& ledger, const Experiment& experiment, const GradingCriteria& criteria,
                 const std::string& submission, const GradedAttempt& attempt) {
  SubmissionEvidence evidence = evidence_of(ledger, experiment, submission, attempt);
  std::erase_if(evidence.adjustments, [](const Adjustment& one) { return !one.by_rule; });
  return grade_class(*experiment.grading, std::span(&evidence, 1), criteria).front().total;
}

const GradedAttempt& best_of(const LedgerReader& ledger, const Experiment& experiment, const GradingCriteria& criteria,
                             const std::string& submission, const std::map<int, GradedAttempt>& hand_ins) {
  const GradedAttempt* best = nullptr;
  double most = 0;
  for (const auto& [number, attempt] : hand_ins) {
    const double points = points_of(ledger, experiment, criteria, submission, attempt);
    if (best != nullptr && points <= most) continue;
    best = &attempt;
    most = points;
  }
  return *best;
}

}  // namespace

void set_times(GradingSession& session, const std::string& experiment, const SubmissionTimes& times) {
  for (auto& [name, hand_ins] : session.hand_ins)
    for (auto& [number, attempt] : hand_ins)
      if (std::string utc = times.of({experiment, name, number}); !utc.empty())
        attempt.hand_in.submitted_utc = std::move(utc);
}

SubmissionEvidence evidence_of(const LedgerReader& ledger, const Experiment& experiment, const std::string& submission,
                               const GradedAttempt& attempt) {
  SubmissionEvidence evidence = read_evidence(ledger, experiment, submission, attempt.runs);
  if (!attempt.whole) evidence.incomplete = Incomplete{.why = Incomplete::Why::grading_interrupted};
  if (!experiment.grading->late) return evidence;
  if (auto late = late_adjustment(*experiment.grading->late, attempt.hand_in.submitted_utc))
    evidence.adjustments.push_back(*std::move(late));
  return evidence;
}

void choose_hand_ins(const LedgerReader& ledger, const Experiment& experiment, const GradingCriteria& criteria,
                     GradingSession& session) {
  const CountedHandIn counted = experiment.grading->attempts;
  const Experiment unranked = without_ranks(experiment);
  for (const auto& [name, hand_ins] : session.hand_ins) {
    const bool is_best = counted == CountedHandIn::best && hand_ins.size() > 1;
    if (is_best)
      session.submissions[name] = best_of(ledger, unranked, criteria, name, hand_ins);
    else
      session.submissions[name] = counted == CountedHandIn::last ? hand_ins.rbegin()->second : hand_ins.begin()->second;
  }
}

}  // namespace warpledger
