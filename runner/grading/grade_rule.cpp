#include "grading/grade_rule.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <span>
#include <variant>
#include <vector>

#include "grading/ratio_over_rounds.h"
#include "model/samples.h"

namespace warpledger {
namespace {

bool is_right(const CheckedPoint& point) { return point.outcome == Outcome::ok; }

/// "40 points", "1 point".
std::string count_of_points(std::size_t count) { return fmt::format("{} point{}", count, count == 1 ? "" : "s"); }

/// "2 of 40 points are not correct".
std::string how_many_are_wrong(std::span<const CheckedPoint> points) {
  const auto right = static_cast<std::size_t>(std::ranges::count_if(points, is_right));
  return fmt::format("{} of {} {} not correct", points.size() - right, count_of_points(points.size()),
                     points.size() - right == 1 ? "is" : "are");
}

/// "2 of 40 points are not correct; the first: NAME: incorrect, REASON".
std::string what_is_wrong(std::span<const CheckedPoint> points) {
  const CheckedPoint& wrong = *std::ranges::find_if_not(points, is_right);
  return fmt::format("{}; the first: {}: {}, {}", how_many_are_wrong(points), wrong.name, name_of(wrong.outcome),
                     wrong.reason);
}

/// Some, all or none of the points that are possible.
RuleGrade with_points(double given, double possible, std::string sentence) {
  const RuleVerdict verdict = given >= possible ? RuleVerdict::met
                              : given > 0       ? RuleVerdict::partly
                                                : RuleVerdict::not_met;
  return {.verdict = verdict, .given = given, .possible = possible, .sentence = std::move(sentence)};
}

RuleGrade without_points(RuleVerdict verdict, double possible, std::string sentence) {
  return {.verdict = verdict, .given = 0, .possible = possible, .sentence = std::move(sentence)};
}

/// Grades a rule by its kind. Each overload gets evidence that is not empty.
class RuleGrader {
 public:
  RuleGrader(double possible, const RuleEvidence& evidence, const GradingCriteria& criteria)
      : possible_(possible), evidence_(evidence), criteria_(criteria) {}

  RuleGrade operator()(const CorrectRule& rule) const {
    const auto& points = evidence_.checked;
    const auto right = static_cast<std::size_t>(std::ranges::count_if(points, is_right));
    if (right == points.size())
      return with_points(
          possible_, possible_,
          points.size() == 1 ? "the point is correct" : fmt::format("all {} points are correct", points.size()));
    const double share = static_cast<double>(right) / static_cast<double>(points.size());
    return with_points(rule.credit == Credit::share ? share * possible_ : 0, possible_, what_is_wrong(points));
  }

  RuleGrade operator()(const GoalRule& rule) const {
    const auto& points = evidence_.goals;
    const auto met = std::ranges::count_if(points, [](const GoalPoint& point) { return point.met == true; });
    const auto missed = std::ranges::find_if(points, [](const GoalPoint& point) { return point.met == false; });
    const auto unknown = std::ranges::find_if(points, [](const GoalPoint& point) { return !point.met; });
    const bool decided = rule.credit == Credit::all && missed != points.end();
    if (unknown != points.end() && !decided)
      return without_points(
          RuleVerdict::cannot_judge, possible_,
          fmt::format("`{}` cannot be judged at {}: {}", rule.goal.sql, unknown->name, unknown->reason));
    const bool modelled = std::ranges::any_of(points, &GoalPoint::modelled);
    std::string sentence =
        fmt::format("{} of {} meet{} `{}`{}", met, count_of_points(points.size()), met == 1 ? "s" : "", rule.goal.sql,
                    modelled ? " by modelled, not measured, numbers" : "");
    if (missed != points.end())
      sentence += fmt::format("; the first that does not: {} ({})", missed->name, missed->numbers);
    const double share = static_cast<double>(met) / static_cast<double>(points.size());
    return with_points(decided ? 0 : share * possible_, possible_, std::move(sentence));
  }

  RuleGrade operator()(const RatioRule& rule) const {
    RuleGrade grade = with_ratio();
    if (!grade.ratio) return grade;
    const double share = std::clamp((rule.none - grade.ratio->value) / (rule.none - rule.full), 0.0, 1.0);
    // Whole points: what differs from grading to grading by noise shall not show in the grade.
    const double given = share >= 1 ? possible_ : std::min(std::round(share * possible_), possible_);
    RuleGrade graded = with_points(
        given, possible_, fmt::format("{}; full marks up to {}, none from {}", grade.sentence, rule.full, rule.none));
    graded.ratio = grade.ratio;
    return graded;
  }

  RuleGrade operator()(const TimeRule& rule) const {
    double slowest_us = 0;
    std::string where;
    for (const TimedPoint& point : evidence_.timed) {
      const std::optional<double> time_us = median_us(point);
      if (!time_us)
        return without_points(RuleVerdict::cannot_judge, possible_,
                              fmt::format("no undisturbed time at {}", point.name));
      if (*time_us <= slowest_us) continue;
      slowest_us = *time_us;
      where = point.name;
    }
    std::string sentence = fmt::format("the slowest of {} takes {:.4g} µs: {}", count_of_points(evidence_.timed.size()),
                                       slowest_us, where);
    for (const TimeLimit& limit : rule.limits)
      if (slowest_us <= limit.limit_us)
        return with_points(limit.points, possible_, fmt::format("{}; at most {} µs", sentence, limit.limit_us));
    return with_points(0, possible_, fmt::format("{}; more than {} µs", sentence, rule.limits.back().limit_us));
  }

  RuleGrade operator()(const RankRule&) const { return with_ratio(); }

 private:
  /// The ratio, without points; or that it cannot be judged.
  RuleGrade with_ratio() const {
    const RoundsRatio found = ratio_over_rounds(evidence_.timed, criteria_.noise, criteria_.confidence);
    if (!found.ratio)
      return without_points(RuleVerdict::cannot_judge, possible_,
                            fmt::format("{} of {} rounds can be used; 2 are needed: {}", found.used_rounds,
                                        found.rounds, found.left_out));
    RuleGrade grade =
        without_points(RuleVerdict::met, possible_,
                       fmt::format("{:.3f} times the reference's time ({:.3f} to {:.3f}) at {} in {} rounds",
                                   found.ratio->value, found.ratio->lower, found.ratio->upper,
                                   count_of_points(evidence_.timed.size()), found.used_rounds));
    if (!found.left_out.empty()) grade.sentence += fmt::format(" of {} ({})", found.rounds, found.left_out);
    grade.ratio = found.ratio;
    return grade;
  }

  /// Over the rounds in which nothing disturbed the device.
  static std::optional<double> median_us(const TimedPoint& point) {
    std::vector<double> medians;
    for (const TimesOfRound& times : point.rounds)
      if (!times.submission.samples_ns.empty() && times.submission.disturbance.empty())
        medians.push_back(median(times.submission.samples_ns));
    if (medians.empty()) return std::nullopt;
    return 1e-3 * median(medians);
  }

  double possible_;
  const RuleEvidence& evidence_;
  const GradingCriteria& criteria_;
};

bool is_empty(const RuleEvidence& evidence) {
  return evidence.checked.empty() && evidence.goals.empty() && evidence.timed.empty();
}

}  // namespace

std::vector<Standing> standings_of(std::span<const Ratio> ratios) {
  std::vector<std::size_t> order(ratios.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order, {}, [&](std::size_t i) { return ratios[i].value; });
  std::vector<Standing> standings(ratios.size());
  for (std::size_t first = 0, end = 0; first < order.size(); first = end) {
    end = first + 1;
    while (end < order.size() && ratios[order[end]].lower <= ratios[order[end - 1]].upper) ++end;
    for (std::size_t i = first; i < end; ++i) standings[order[i]] = {.rank = first + 1, .tied = end - first};
  }
  return standings;
}

RuleGrade grade_rule(const GradingRule& rule, const RuleEvidence& evidence, const ProblemEvidence& problem,
                     const std::string& incomplete, const GradingCriteria& criteria) {
  const auto* correct = std::get_if<CorrectRule>(&rule.judged);
  const bool all_right = std::ranges::all_of(problem.checked, is_right);
  if (correct == nullptr && !all_right)
    return without_points(RuleVerdict::not_correct, rule.points, how_many_are_wrong(problem.checked));
  const bool decided =
      correct != nullptr && correct->credit == Credit::all && !std::ranges::all_of(evidence.checked, is_right);
  if (!incomplete.empty() && !decided) return without_points(RuleVerdict::cannot_judge, rule.points, incomplete);
  if (is_empty(evidence))
    return without_points(
        RuleVerdict::cannot_judge, rule.points,
        rule.where ? fmt::format("no measured point meets `{}`", rule.where->sql) : "no point was measured");
  return std::visit(RuleGrader(rule.points, evidence, criteria), rule.judged);
}

}  // namespace warpledger
