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
  double given = 0;     ///< points
  double possible = 0;  ///< points
  std::vector<RuleGrade> rules;
};

/// Points of a submission and their reasons. It names no other submission.
struct GradeSheet {
  std::string submission;
  std::vector<ProblemGrade> problems;
  std::vector<Adjustment> adjustments;
  double given = 0;        ///< points, by all rules
  double possible = 0;     ///< points
  double total = 0;        ///< with adjustments; at least 0
  double open_points = 0;  ///< of undecided rules; the total may grow by them
};

/// Returns grade sheets in the order of `submissions`. Percentages apply to points by rules, so the order of
/// adjustments does not matter. If an adjustment's problem is unknown, points count and percentages do not. Flagged
/// submissions are not ranked until a person has looked.
std::vector<GradeSheet> grade_class(const Grading& grading, std::span<const SubmissionEvidence> submissions,
                                    const GradingCriteria& criteria);

/// Returns text such as "-10 % of Problem 1" or "+5 points".
std::string adjustment_amount(const Adjustment& adjustment);

}  // namespace warpledger
