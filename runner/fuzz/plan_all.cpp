#include "fuzz/plan_all.h"

#include <algorithm>

#include "plan/axes.h"
#include "plan/device_fixture.h"
#include "plan/plan.h"
#include "plan/point.h"

namespace warpledger {
namespace {

constexpr std::size_t kMostPlanned = 500;
constexpr std::int64_t kJobs = 4;

std::size_t size_of(const std::vector<NumberedAxis>& axes) {
  std::size_t size = 1;
  for (const NumberedAxis& axis : axes) size *= axis.size();
  return size;
}

}  // namespace

void plan_all(const Experiment& experiment) {
  const Device device = rtx_4090();
  ErrorList errors;
  const NumberedGrid grid = number_axes(experiment, device_values(experiment, device), errors);
  std::size_t points = 0;
  for (const std::vector<NumberedAxis>& inside : grid.inside) points += size_of(grid.outer) * size_of(inside);
  if (points > kMostPlanned) return;
  const Plan plan = make_plan(experiment, device);
  for (std::int64_t ordinal = 0; ordinal < std::min(plan.size(), kJobs); ++ordinal) {
    plan.line(ordinal);
    plan.job(ordinal);
  }
}

}  // namespace warpledger
