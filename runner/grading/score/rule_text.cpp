#include "grading/score/rule_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cstddef>
#include <utility>
#include <variant>

#include "base/text.h"
#include "model/table.h"

namespace warpledger {
namespace {

/// The words before and after the condition.
struct RuleWords {
  std::string what;
  std::string terms;
};

struct WordsOfRule {
  RuleWords operator()(const CorrectRule& rule) const {
    return {rule.credit == Credit::all ? "every point correct" : "the share of points that are correct", ""};
  }
  RuleWords operator()(const GoalRule& rule) const {
    if (rule.credit == Credit::share) return {fmt::format("the share of points with {}", rule.goal.sql), ""};
    if (rule.least >= 1) return {rule.goal.sql, ""};
    return {fmt::format("at least {:g} % of the points with {}", 100 * rule.least, rule.goal.sql), ""};
  }
  RuleWords operator()(const RatioRule& rule) const {
    return {"time relative to the reference's",
            fmt::format(": full marks up to {}, none from {}", rule.full, rule.none)};
  }
  RuleWords operator()(const TimeRule& rule) const {
    std::string terms;
    for (const TimeLimit& limit : rule.limits)
      terms += fmt::format("{} {} points up to {} µs", terms.empty() ? ":" : ",", limit.points, limit.limit_us);
    return {"time of the slowest point", std::move(terms)};
  }
  RuleWords operator()(const RankRule&) const {
    return {"rank in the class by the time relative to the reference's", ""};
  }
};

std::string count_of_points(std::size_t count) { return fmt::format("{} point{}", count, count == 1 ? "" : "s"); }

std::string shown(const Cell& cell) {
  if (const auto number = number_in(cell)) return fmt::format("{:.6g}", *number);
  return std::holds_alternative<std::monostate>(cell) ? "NULL" : std::get<std::string>(cell);
}

std::string fault_text(const RoundFault& fault) {
  return fmt::format("{}{} at {}", fault.of_reference ? "the reference: " : "",
                     fault.disturbance.empty() ? "no time" : fault.disturbance, fault.point);
}

class FindingWords {
 public:
  FindingWords(const GradingRule& rule, const RuleGrade& grade) : rule_(rule), grade_(grade) {}

  std::string operator()(const NoPoint& none) const {
    if (!none.kernels.empty()) return fmt::format("no point of {} was measured", join(none.kernels));
    return rule_.where ? fmt::format("no measured point meets `{}`", rule_.where->sql) : "no point was measured";
  }

  std::string operator()(const NotTimed&) const { return "nothing was timed beside the reference: that takes a GPU"; }

  std::string operator()(const Incomplete& incomplete) const {
    const std::string run = fmt::format("run {}", incomplete.run.substr(0, 8));
    switch (incomplete.why) {
      case Incomplete::Why::not_in_ledger:
        return fmt::format("{} is not in this ledger", run);
      case Incomplete::Why::forgotten:
        return fmt::format("{} is forgotten", run);
      case Incomplete::Why::interrupted:
        return fmt::format("{} is {}: {} of {} points have an outcome{}{}", run, incomplete.outcome,
                           incomplete.recorded, incomplete.planned, incomplete.reason.empty() ? "" : "; ",
                           incomplete.reason);
      case Incomplete::Why::grading_interrupted:
        break;
    }
    return "its grading is not finished: it is under way, or was interrupted";
  }

  std::string operator()(const CorrectFinding& found) const {
    if (!found.first_wrong)
      return found.points == 1 ? "the point is correct" : fmt::format("all {} points are correct", found.points);
    const bool open = grade_.verdict == RuleVerdict::cannot_judge;
    const std::size_t wrong = open ? found.open : found.points - found.correct - found.open;
    std::string text = fmt::format("{} of {} {} {}", wrong, count_of_points(found.points), wrong == 1 ? "is" : "are",
                                   open ? "open" : "not correct");
    if (grade_.verdict == RuleVerdict::not_correct) return text;  // the correctness rule names it
    const CheckedPoint& first = *found.first_wrong;
    text += fmt::format("; the first: {}: ", first.name);
    const std::string reason = without_folders(first.reason);
    if (first.open) return text + reason;  // not an outcome of the submission
    text += name_of(first.outcome);
    return reason.empty() ? text : fmt::format("{}, {}", text, reason);
  }

  std::string operator()(const GoalFinding& found) const {
    const std::string& goal = std::get<GoalRule>(rule_.judged).goal.sql;
    if (grade_.verdict == RuleVerdict::cannot_judge)
      return fmt::format("`{}` cannot be judged at {}: {}", goal, found.first->name, why_open(*found.first));
    std::string text =
        fmt::format("{} of {} meet{} `{}`{}", found.met, count_of_points(found.points), found.met == 1 ? "s" : "", goal,
                    found.modelled ? " by modelled, not measured, numbers" : "");
    if (found.open > 0) text += fmt::format("; {} cannot be judged", found.open);
    if (found.first)
      text += fmt::format("; the first that does not: {} ({})", found.first->name, numbers_text(*found.first));
    return text;
  }

  std::string operator()(const RatioFinding& found) const {
    if (!grade_.ratio)
      return fmt::format("{} of {} rounds can be used; 2 are needed: {}", found.used_rounds, found.rounds,
                         fault_text(*found.left_out));
    std::string text =
        fmt::format("{:.3f} times the reference's time ({:.3f} to {:.3f}) at {} in {} rounds", grade_.ratio->value,
                    grade_.ratio->lower, grade_.ratio->upper, count_of_points(found.points), found.used_rounds);
    if (found.left_out) text += fmt::format(" of {} ({})", found.rounds, fault_text(*found.left_out));
    if (const auto* terms = std::get_if<RatioRule>(&rule_.judged))
      text += fmt::format("; full marks up to {}, none from {}", terms->full, terms->none);
    if (found.waits) return fmt::format("not ranked until a person has looked at this submission ({})", text);
    if (!grade_.standing) return text;
    const Standing& standing = *grade_.standing;
    return fmt::format("rank {} of {}{}: {}", standing.rank, found.ranked,
                       standing.tied > 1 ? fmt::format(", tied with {} more", standing.tied - 1) : "", text);
  }

  std::string operator()(const TimeFinding& found) const {
    if (!found.time_us) return fmt::format("no undisturbed time at {}", found.slowest);
    const std::string text = fmt::format("the slowest of {} takes {:.4g} µs: {}", count_of_points(found.points),
                                         *found.time_us, found.slowest);
    const auto& limits = std::get<TimeRule>(rule_.judged).limits;
    for (const TimeLimit& limit : limits)
      if (*found.time_us <= limit.limit_us) return fmt::format("{}; at most {} µs", text, limit.limit_us);
    return fmt::format("{}; more than {} µs", text, limits.back().limit_us);
  }

 private:
  static std::string why_open(const GoalPoint& point) {
    std::string absence = absence_text(point);
    return absence.empty() ? numbers_text(point) : fmt::format("{}: {}", numbers_text(point), absence);
  }

  const GradingRule& rule_;
  const RuleGrade& grade_;
};

}  // namespace

std::string rule_text(const GradingRule& rule) {
  const RuleWords words = std::visit(WordsOfRule{}, rule.judged);
  return words.what + (rule.where ? fmt::format(" where {}", rule.where->sql) : "") + words.terms;
}

std::string finding_text(const GradingRule& rule, const RuleGrade& grade) {
  return std::visit(FindingWords(rule, grade), grade.finding);
}

std::string numbers_text(const GoalPoint& point) {
  std::vector<std::string> numbers;
  for (const GoalNumber& number : point.numbers)
    numbers.push_back(fmt::format("{} = {}", number.name, shown(number.value)));
  return join(numbers);
}

std::string absence_text(const GoalPoint& point) {
  std::vector<std::string> reasons;
  for (const Absence& absence : point.absent)
    reasons.push_back(fmt::format("{} ({})", absence.reason, join(absence.metrics)));
  return join(reasons, "; ");
}

}  // namespace warpledger
