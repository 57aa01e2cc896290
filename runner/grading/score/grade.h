#pragma once

#include <span>
#include <string>
#include <vector>

#include "grading/score/evidence.h"
#include "grading/score/grade_rule.h"
#include "model/grading.h"
#include "spec/experiment.h"
#include "store/reader.h"

namespace warpledger {

struct ProblemGrade {
  std::string name;
  double given = 0;     ///< points, by its rules
  double possible = 0;  ///< points
  std::vector<RuleGrade> rules;
};

/// What a submission gets, and why. It names no other one.
struct GradeSheet {
  std::string submission;
  std::vector<ProblemGrade> problems;
  std::vector<Adjustment> adjustments;
  double given = 0;        ///< points, by all rules
  double possible = 0;     ///< points
  double total = 0;        ///< points, with the adjustments; not below 0
  double open_points = 0;  ///< of rules that cannot be judged: while it is not 0, the total may grow
};

/// The grade sheets of a class, in its order. Deterministic. Percents of adjustments are of what the rules gave, of the
/// problem or of all, so that the order of adjustments does not matter. Of a problem that there is not, points count
/// and percents do not: the adjustment is_lost. A flagged submission is not ranked, and the others are as if it were
/// not there: its place cannot be judged until a person has looked.
std::vector<GradeSheet> grade_class(const Grading& grading, std::span<const SubmissionEvidence> submissions,
                                    const GradingCriteria& criteria);

/// "-10 % of Problem 1", "+5 points".
std::string adjustment_amount(const Adjustment& adjustment);

}  // namespace warpledger
