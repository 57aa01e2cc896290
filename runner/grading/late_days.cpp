#include "grading/late_days.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "spec/utc_time.h"

namespace warpledger {
namespace {

constexpr double kDaySeconds = 86'400;

/// "1 day", "2 days", "0.5 days".
std::string days_text(double days) { return fmt::format("{:g} day{}", days, days == 1 ? "" : "s"); }

}  // namespace

std::optional<std::int64_t> seconds_late(const LatePolicy& policy, const std::string& submitted_utc) {
  const std::optional<std::int64_t> submitted = parse_utc(submitted_utc);
  if (!submitted) return std::nullopt;
  return std::max<std::int64_t>(0, *submitted - policy.due_utc_s);
}

std::optional<Adjustment> late_adjustment(const LatePolicy& policy, const std::string& submitted_utc) {
  const std::optional<std::int64_t> late_s = seconds_late(policy, submitted_utc);
  if (!late_s) return std::nullopt;
  const double charged_s = static_cast<double>(*late_s) - policy.grace_days * kDaySeconds;
  if (charged_s <= 0) return std::nullopt;
  const double days = std::ceil(charged_s / kDaySeconds);
  const double percent = std::min(days * policy.percent_a_day, policy.most_percent);
  std::string reason =
      fmt::format("{} late{}: handed in {}, due {}", days_text(days),
                  policy.grace_days > 0 ? fmt::format(" after {} of grace", days_text(policy.grace_days)) : "",
                  submitted_utc, utc_text(policy.due_utc_s));
  return Adjustment{.experiment = {},
                    .submission = {},
                    .problem = {},
                    .points = {},
                    .percent = -percent,
                    .reason = std::move(reason),
                    .author = {},
                    .written_utc = {},
                    .by_rule = true};
}

}  // namespace warpledger
