#include "grading/score/grade_rule.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <span>
#include <utility>
#include <variant>
#include <vector>

#include "model/samples.h"
#include "stats/ratio.h"

namespace warpledger {
namespace {

bool can_be_used(const TimedLaunches& launches) { return !launches.samples_ns.empty() && launches.disturbance.empty(); }

double ratio_of_round(std::span<const TimedPoint> points, std::size_t round, double confidence) {
  std::vector<double> ratios;
  ratios.reserve(points.size());
  for (const TimedPoint& point : points) {
    const TimesOfRound& times = point.rounds[round];
    ratios.push_back(median(times.submission.samples_ns) / median(times.reference.samples_ns));
  }
  return geometric_mean(ratios, confidence)->value;
}

double mean_gap(std::span<const TimedPoint> points, std::size_t round, const Noise& noise) {
  double sum = 0;
  for (const TimedPoint& point : points) sum += gap_of(noise, median(point.rounds[round].reference.samples_ns));
  return sum / static_cast<double>(points.size());
}

bool is_right(const CheckedPoint& point) { return point.outcome == Outcome::ok; }
bool is_wrong(const CheckedPoint& point) { return !is_right(point) && !point.open; }

CorrectFinding correctness_of(std::span<const CheckedPoint> points) {
  CorrectFinding found{.points = points.size()};
  found.correct = static_cast<std::size_t>(std::ranges::count_if(points, is_right));
  found.open = static_cast<std::size_t>(std::ranges::count(points, true, &CheckedPoint::open));
  auto first = std::ranges::find_if(points, is_wrong);
  if (first == points.end()) first = std::ranges::find_if_not(points, is_right);
  if (first != points.end()) found.first_wrong = *first;
  return found;
}

RuleGrade with_points(double given, double possible, RuleFinding finding) {
  const RuleVerdict verdict = given >= possible ? RuleVerdict::met
                              : given > 0       ? RuleVerdict::partly
                                                : RuleVerdict::not_met;
  return {.verdict = verdict, .given = given, .possible = possible, .finding = std::move(finding)};
}

RuleGrade without_points(RuleVerdict verdict, double possible, RuleFinding finding) {
  return {.verdict = verdict, .given = 0, .possible = possible, .finding = std::move(finding)};
}

double share_of(std::size_t part, std::size_t all) { return static_cast<double>(part) / static_cast<double>(all); }

/// Grades a rule by its kind. The evidence must not be empty.
class RuleGrader {
 public:
  RuleGrader(double possible, const RuleEvidence& evidence, const GradingCriteria& criteria)
      : possible_(possible), evidence_(evidence), criteria_(criteria) {}

  RuleGrade operator()(const CorrectRule& rule) const {
    CorrectFinding found = correctness_of(evidence_.checked);
    if (found.open > 0 && (rule.credit == Credit::share || !found.first_wrong || found.first_wrong->open))
      return without_points(RuleVerdict::cannot_judge, possible_, std::move(found));
    const double share = share_of(found.correct, found.points);
    const bool counts = !found.first_wrong || rule.credit == Credit::share;
    return with_points(counts ? share * possible_ : 0, possible_, std::move(found));
  }

  RuleGrade operator()(const GoalRule& rule) const {
    GoalFinding found = goal_finding();
    const double least = share_of(found.met, found.points);  // if all undecided points miss
    const double most = share_of(found.met + found.open, found.points);
    const bool by_share = rule.credit == Credit::share;
    const bool decided = found.open == 0 || (!by_share && (least >= rule.least || most < rule.least));
    const auto& points = evidence_.goals;
    const auto first = std::ranges::find(points, decided ? false : std::optional<bool>(), &GoalPoint::met);
    if (first != points.end()) found.first = *first;
    if (!decided) return without_points(RuleVerdict::cannot_judge, possible_, std::move(found));
    const double credit = by_share ? least : least >= rule.least ? 1 : 0;
    return with_points(credit * possible_, possible_, std::move(found));
  }

  RuleGrade operator()(const RatioRule& rule) const {
    RuleGrade grade = with_ratio();
    if (!grade.ratio) return grade;
    const double share = std::clamp((rule.none - grade.ratio->value) / (rule.none - rule.full), 0.0, 1.0);
    // Whole points keep noise out of the grade.
    const double given = share >= 1 ? possible_ : std::min(std::round(share * possible_), possible_);
    RuleGrade graded = with_points(given, possible_, grade.finding);
    graded.ratio = grade.ratio;
    return graded;
  }

  RuleGrade operator()(const TimeRule& rule) const {
    TimeFinding found{.slowest = "", .time_us = 0, .points = evidence_.timed.size()};
    for (const TimedPoint& point : evidence_.timed) {
      const std::optional<double> time_us = median_us(point);
      if (time_us && *time_us <= *found.time_us) continue;
      found.time_us = time_us;
      found.slowest = point.name;
      if (!time_us) return without_points(RuleVerdict::cannot_judge, possible_, std::move(found));
    }
    const double slowest_us = *found.time_us;
    const auto limit = std::ranges::find_if(rule.limits, [&](const TimeLimit& l) { return slowest_us <= l.limit_us; });
    return with_points(limit == rule.limits.end() ? 0 : limit->points, possible_, std::move(found));
  }

  RuleGrade operator()(const RankRule&) const { return with_ratio(); }

 private:
  GoalFinding goal_finding() const {
    GoalFinding found{.points = evidence_.goals.size()};
    for (const GoalPoint& point : evidence_.goals) {
      if (point.met == true) ++found.met;
      if (!point.met) ++found.open;
      found.modelled |= point.modelled;
    }
    return found;
  }

  /// Returns a ratio without points, or an undecided grade.
  RuleGrade with_ratio() const {
    RoundsRatio found = ratio_over_rounds(evidence_.timed, criteria_.noise, criteria_.confidence);
    RuleGrade grade = without_points(found.ratio ? RuleVerdict::met : RuleVerdict::cannot_judge, possible_,
                                     RatioFinding{.points = evidence_.timed.size(),
                                                  .used_rounds = found.used_rounds,
                                                  .rounds = found.rounds,
                                                  .left_out = std::move(found.left_out)});
    grade.ratio = found.ratio;
    return grade;
  }

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
                     const std::optional<Incomplete>& incomplete, const GradingCriteria& criteria) {
  const auto open = [&](RuleFinding finding) {
    return without_points(RuleVerdict::cannot_judge, rule.points, std::move(finding));
  };
  const auto* correct = std::get_if<CorrectRule>(&rule.judged);
  if (correct == nullptr && std::ranges::any_of(problem.checked, is_wrong))
    return without_points(RuleVerdict::not_correct, rule.points, correctness_of(problem.checked));
  if (correct == nullptr && !std::ranges::all_of(problem.checked, is_right))
    return open(correctness_of(problem.checked));
  const bool decided =
      correct != nullptr && correct->credit == Credit::all && std::ranges::any_of(evidence.checked, is_wrong);
  if (incomplete && !decided) return open(*incomplete);
  // A correctness rule with `where` needs only the points that it selects.
  const bool has_chosen = correct != nullptr && rule.where && !evidence.checked.empty();
  if (!problem.without_points.empty() && !decided && !has_chosen) return open(NoPoint{problem.without_points});
  if (is_about_time(rule) && !problem.timed) return open(NotTimed());
  if (is_empty(evidence)) return open(NoPoint());
  return std::visit(RuleGrader(rule.points, evidence, criteria), rule.judged);
}

std::optional<RoundFault> fault_of_round(std::span<const TimedPoint> points, std::size_t round) {
  for (const TimedPoint& point : points) {
    const TimesOfRound& times = point.rounds[round];
    for (const TimedLaunches* launches : {&times.submission, &times.reference})
      if (!can_be_used(*launches))
        return RoundFault{.point = point.name,
                          .of_reference = launches == &times.reference,
                          .disturbance = launches->samples_ns.empty() ? "" : launches->disturbance};
  }
  return std::nullopt;
}

RoundsRatio ratio_over_rounds(std::span<const TimedPoint> points, const Noise& noise, double confidence) {
  RoundsRatio result;
  result.rounds = points.front().rounds.size();
  std::vector<double> ratios;
  double gaps = 0;
  for (std::size_t round = 0; round < result.rounds; ++round) {
    const std::optional<RoundFault> fault = fault_of_round(points, round);
    if (!result.left_out) result.left_out = fault;
    if (fault) continue;
    ratios.push_back(ratio_of_round(points, round, confidence));
    gaps += mean_gap(points, round, noise);
  }
  result.used_rounds = ratios.size();
  if (ratios.size() < 2) return result;
  const Ratio mean = *geometric_mean(ratios, confidence);
  const double widening = 1 + gaps / static_cast<double>(ratios.size());
  result.ratio = Ratio{mean.value, mean.lower / widening, mean.upper * widening};
  return result;
}

}  // namespace warpledger
