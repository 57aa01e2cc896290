#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "grading/score/graded_class.h"

namespace warpledger {

/// Outcomes of a rule in a class. A rule that nearly everybody or nobody meets may be a bad one.
struct RuleRate {
  std::string problem;
  std::string rule;  ///< rule_text()
  double possible = 0;
  double mean_given = 0;    ///< over judged submissions
  std::size_t met = 0;      ///< all points
  std::size_t partly = 0;   ///< some points
  std::size_t not_met = 0;  ///< no points
  std::size_t open = 0;     ///< undecided

  std::size_t judged() const { return met + partly + not_met; }
};

/// Returns a rate per rule, without students who submitted nothing.
std::vector<RuleRate> rule_rates(const GradedClass& graded);

}  // namespace warpledger
