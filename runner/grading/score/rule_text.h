#pragma once

#include <string>

#include "grading/score/rule_grade.h"
#include "model/grading.h"

namespace warpledger {

/// Returns a rule in words: "every point correct where d_l >= 8", "time relative to the reference's: full marks up
/// to 1.1, none from 4". Conditions stay as written.
std::string rule_text(const GradingRule& rule);

/// Returns what decided `grade`: "2 of 40 points are not correct; the first: NAME: incorrect, REASON". Compiler output
/// may follow on further lines. Names no submission.
std::string finding_text(const GradingRule& rule, const RuleGrade& grade);

/// Returns text such as "dram_bytes = NULL, warps = 4".
std::string numbers_text(const GoalPoint& point);

/// Returns text such as "no permission (dram_bytes, l2_read_bytes)"; may be empty.
std::string absence_text(const GoalPoint& point);

}  // namespace warpledger
