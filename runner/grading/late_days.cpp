#include "grading/late_days.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/text.h"
#include "spec/utc_time.h"

namespace warpledger {
namespace {

constexpr double kDaySeconds = 86'400;

/// "1 day", "2 days", "0.5 days".
std::string days_text(double days) { return fmt::format("{:g} day{}", days, days == 1 ? "" : "s"); }

/// Days that have begun after those of grace.
double days_late(const LatePolicy& policy, const std::string& submitted_utc) {
  const double late_s = static_cast<double>(seconds_late(policy, submitted_utc).value_or(0));
  return std::ceil(std::max(0.0, late_s - policy.grace_days * kDaySeconds) / kDaySeconds);
}

std::string reason_of(const LatePolicy& policy, const std::string& submitted_utc) {
  return fmt::format("{} late{}: handed in {}, due {}", days_text(days_late(policy, submitted_utc)),
                     policy.grace_days > 0 ? fmt::format(" after {} of grace", days_text(policy.grace_days)) : "",
                     submitted_utc, utc_text(policy.due_utc_s));
}

}  // namespace

std::optional<std::int64_t> seconds_late(const LatePolicy& policy, const std::string& submitted_utc) {
  const std::optional<std::int64_t> submitted = parse_utc(submitted_utc);
  if (!submitted) return std::nullopt;
  return std::max<std::int64_t>(0, *submitted - policy.due_utc_s);
}

std::optional<Adjustment> late_adjustment(const LatePolicy& policy, const std::string& submitted_utc) {
  const double charged_days = days_late(policy, submitted_utc);
  if (charged_days <= 0) return std::nullopt;
  return Adjustment{.experiment = {},
                    .submission = {},
                    .problem = {},
                    .points = {},
                    .percent = -std::min(as_decimal(charged_days * policy.percent_a_day), policy.most_percent),
                    .reason = reason_of(policy, submitted_utc),
                    .author = {},
                    .written_utc = {},
                    .by_rule = true};
}

}  // namespace warpledger
