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

/// A submission's points and their reasons. It names no other submission.
struct GradeSheet {
  std::string submission;
  std::vector<ProblemGrade> problems;
  std::vector<Adjustment> adjustments;
  double given = 0;        ///< points, by all rules
  double possible = 0;     ///< points
  double total = 0;        ///< points, with adjustments; at least 0
  double open_points = 0;  ///< points of undecided rules; if not 0, the total may grow
};

/// Returns the grade sheets of a class, in its order. Deterministic. Percentages apply to the points that the rules
/// gave, so the order of adjustments does not matter. An adjustment of an unknown problem is_lost: points count,
/// percentages do not. Flagged submissions are left out of rankings until a person has looked.
std::vector<GradeSheet> grade_class(const Grading& grading, std::span<const SubmissionEvidence> submissions,
                                    const GradingCriteria& criteria);

/// Returns text such as "-10 % of Problem 1" or "+5 points".
std::string adjustment_amount(const Adjustment& adjustment);

}  // namespace warpledger
