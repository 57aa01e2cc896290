#include "grading/late_budget.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"
#include "grading/late_days.h"

namespace warpledger {

std::string late_days_text(const LateDays& days) {
  return fmt::format("Free late days: {} spent here, {} before; {} of {} {} left.", days.here, days.before, days.left,
                     days.before + days.here + days.left, days.left == 1 ? "is" : "are");
}

std::vector<std::string> people_of(const std::string& submission, const HandIn& hand_in) {
  std::vector<std::string> people;
  for (const Submitter& one : hand_in.submitters) {
    const std::string& key = !one.email.empty() ? one.email : !one.id.empty() ? one.id : one.name;
    if (!key.empty()) people.push_back(lower_case(key));
  }
  if (people.empty()) people.push_back(lower_case(submission));
  return people;
}

LateDays LateBudget::days_of(const LatePolicy& policy, const std::string& submission, const HandIn& hand_in) const {
  if (!policy.has_budget()) return {};
  LateDays result;
  for (const std::string& person : people_of(submission, hand_in))
    if (const auto known = spent.find(person); known != spent.end())
      result.before = std::max(result.before, known->second);
  result.here = free_days_spent(policy, hand_in.submitted_utc, days - result.before);
  result.left = days - result.before - result.here;
  return result;
}

void LateBudget::spend(const LatePolicy& policy, const std::string& submission, const HandIn& hand_in) {
  const int here = days_of(policy, submission, hand_in).here;
  for (const std::string& person : people_of(submission, hand_in)) spent[person] += here;
}

}  // namespace warpledger
