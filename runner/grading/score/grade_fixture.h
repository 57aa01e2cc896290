#pragma once

#include <string>
#include <vector>

#include "grading/score/evidence.h"
#include "grading/score/grade_rule.h"

namespace warpledger {

inline TimedLaunches launches_of(double time_ns, const std::string& disturbance = "") {
  return {.samples_ns = {0.99 * time_ns, time_ns, 1.01 * time_ns}, .sm_clock_mhz = {}, .disturbance = disturbance};
}

/// A point that took `ratios[i]` times the reference's 100 µs in round i.
inline TimedPoint timed_point(const std::string& name, const std::vector<double>& ratios) {
  TimedPoint point{.name = name, .rounds = {}};
  for (const double ratio : ratios) point.rounds.push_back({launches_of(1e5 * ratio), launches_of(1e5)});
  return point;
}

inline GradingRule rule_of(decltype(GradingRule::judged) judged, double points) {
  return {.judged = std::move(judged), .points = points, .where = {}, .place = {}};
}

inline GoalRule goal_rule(Credit credit) { return {.goal = {.sql = "x <= 1", .place = {}}, .credit = credit}; }

}  // namespace warpledger
