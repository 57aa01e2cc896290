#pragma once

#include <string>

#include "model/grading.h"

namespace warpledger {

/// What a rule asks for, in words: "every point correct where d_l >= 8", "bank_conflicts_per_request <= 0.1 where
/// grp_size = d_l", "time over the reference's: full marks up to 1.1, none from 4". Conditions stand as they were
/// written; how many points it gives is not said.
std::string rule_text(const GradingRule& rule);

}  // namespace warpledger
