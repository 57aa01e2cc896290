#pragma once

#include <string>

#include "grading/score/rule_grade.h"
#include "model/grading.h"

namespace warpledger {

/// What a rule asks for, in words: "every point correct where d_l >= 8", "bank_conflicts_per_request <= 0.1 where
/// grp_size = d_l", "time relative to the reference's: full marks up to 1.1, none from 4". Conditions stand as they
/// were written; how many points it gives is not said.
std::string rule_text(const GradingRule& rule);

/// What decided `grade`, which is the rule's, with its numbers: "2 of 40 points are not correct; the first: NAME:
/// incorrect, REASON". What a compiler says may follow in further lines. It names no submission.
std::string finding_text(const GradingRule& rule, const RuleGrade& grade);

/// "dram_bytes = NULL, warps = 4".
std::string numbers_text(const GoalPoint& point);

/// "no permission (dram_bytes, l2_read_bytes)"; empty where nothing is absent.
std::string absence_text(const GoalPoint& point);

}  // namespace warpledger
