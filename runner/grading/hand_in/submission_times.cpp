#include "grading/hand_in/submission_times.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "base/text.h"
#include "grading/hand_in/csv_file.h"
#include "spec/utc_time.h"

namespace warpledger {
namespace {

int attempt_in(const CsvFile& csv, const CsvRow& row, std::string_view text) {
  if (text.empty()) return 1;
  int attempt = 0;
  const auto [stopped, problem] = std::from_chars(text.data(), text.data() + text.size(), attempt);
  if (problem != std::errc() || stopped != text.data() + text.size() || attempt < 1)
    csv.refuse(row, fmt::format("'{}' is no number of an attempt", text), "write 1, 2, 3 and so on");
  return attempt;
}

std::string experiment_in(const CsvFile& csv, const CsvRow& row, const std::string& named,
                          const std::string& experiment, const std::vector<std::string>& known) {
  if (named.empty() && experiment.empty())
    csv.refuse(row, "this line names no experiment", "add a column experiment, or name the experiment to look at");
  if (named.empty() || named == experiment) return experiment;
  if (std::ranges::count(known, named) == 0)
    csv.refuse(row, fmt::format("there is no experiment '{}'", named), did_you_mean(named, known));
  return named;
}

}  // namespace

std::string SubmissionTimes::of(const TimedHandIn& hand_in) const {
  const auto found = utc.find(hand_in);
  return found == utc.end() ? "" : found->second;
}

std::set<std::string> timed_strangers(const SubmissionTimes& times, const std::string& experiment,
                                      const std::map<std::string, std::set<int>>& attempts) {
  std::set<std::string> strangers;
  for (const auto& [hand_in, utc] : times.utc) {
    if (hand_in.experiment != experiment) continue;
    const auto known = attempts.find(hand_in.submission);
    if (known == attempts.end())
      strangers.insert(hand_in.submission);
    else if (!known->second.contains(hand_in.attempt))
      strangers.insert(fmt::format("{}@{}", hand_in.submission, hand_in.attempt));
  }
  return strangers;
}

SubmissionTimes read_submission_times(const std::string& file, const std::string& experiment,
                                      const std::vector<std::string>& known) {
  const CsvFile csv = read_csv_file(file);
  const std::size_t name = csv.column({"submission", "name", "student"});
  const std::size_t time = csv.column({"time", "submission time", "submitted", "submitted_utc"});
  const std::optional<std::size_t> attempt = csv.find({"attempt"});
  const std::optional<std::size_t> of = csv.find({"experiment", "assignment"});
  SubmissionTimes times;
  for (const CsvRow& row : csv.rows) {
    const std::string text(csv.cell(row, time)), submission(csv.cell(row, name));
    if (text.empty()) continue;
    const std::optional<std::int64_t> seconds = parse_utc(text);
    if (!seconds)
      csv.refuse(row, fmt::format("'{}' is no moment", text),
                 "write date, time and offset from UTC: 2026-10-01T23:59:00+02:00");
    if (submission.empty()) csv.refuse(row, "this line names no submission", "add its name, or remove the line");
    const int number = attempt_in(csv, row, csv.cell(row, attempt));
    const std::string named = experiment_in(csv, row, std::string(csv.cell(row, of)), experiment, known);
    if (!times.utc.emplace(TimedHandIn{named, submission, number}, utc_text(*seconds)).second)
      csv.refuse(row, fmt::format("a second time of attempt {} of '{}'", number, submission), "remove one of them");
  }
  return times;
}

namespace {

constexpr double kDaySeconds = 86'400;

std::string days_text(double days) { return fmt::format("{:g} day{}", days, days == 1 ? "" : "s"); }

/// Days begun after the days of grace.
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
