#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "grading/score/graded_class.h"

namespace warpledger {

/// What became of a rule in a class. A rule that hardly anybody meets, or everybody, may be a bad rule.
struct RuleRate {
  std::string problem;
  std::string rule;         ///< rule_text()
  double possible = 0;      ///< points
  double mean_given = 0;    ///< points, of those that were judged
  std::size_t met = 0;      ///< all points of the rule
  std::size_t partly = 0;   ///< some of them
  std::size_t not_met = 0;  ///< none
  std::size_t open = 0;     ///< not judged yet

  std::size_t judged() const { return met + partly + not_met; }
};

/// Of each rule, in the grading's order. Who handed in nothing is not counted.
std::vector<RuleRate> rule_rates(const GradedClass& graded);

}  // namespace warpledger
