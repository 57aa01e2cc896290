#include "spec/grading_rule.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/text.h"

namespace warpledger {
namespace {

/// What a rule judges by: it has exactly one of these keys.
const std::vector<std::string> kSubjects = {"correct", "goal", "ratio", "time_us", "rank"};

double positive(const Reader& value) {
  const double number = value.number();
  if (!std::isfinite(number) || number <= 0)
    value.fail(fmt::format("{} is not above 0", value.text()), "write e.g. 10");
  return number;
}

Credit read_credit(const Reader& value) {
  return value.word("credit", {"all", "share"}) == 0 ? Credit::all : Credit::share;
}

PointCondition read_condition(const Reader& value) { return {value.text(), value.place(0)}; }

RatioRule read_ratio(const Reader& ratio) {
  ratio.expect(kRatioKeys);
  RatioRule rule;
  const bool has_full = ratio.read("full", rule.full, positive) && ratio.find("full");
  const bool has_none = ratio.read("none", rule.none, positive) && ratio.find("none");
  if (has_full && has_none && rule.full >= rule.none)
    ratio.fail(fmt::format("full marks up to {} and none from {} on leave nothing between", rule.full, rule.none),
               "let none be the larger one: {full: 1.1, none: 4}");
  return rule;
}

/// The limits, the shortest first; none when something is wrong with them.
TimeRule read_time(const Reader& limits) {
  TimeRule rule;
  const bool sound = limits.each_entry([&](const Reader& limit, const Reader& points) {
    rule.limits.push_back({positive(limit), read_points(points)});
  });
  if (!sound) return {};
  std::ranges::sort(rule.limits, {}, &TimeLimit::limit_us);
  for (std::size_t i = 1; i < rule.limits.size(); ++i)
    if (rule.limits[i].points >= rule.limits[i - 1].points)
      limits.fail(fmt::format("{} µs gives {} points and the shorter {} µs only {}", rule.limits[i].limit_us,
                              rule.limits[i].points, rule.limits[i - 1].limit_us, rule.limits[i - 1].points),
                  "give shorter times more points: {150: 10, 200: 5}");
  return rule;
}

/// The one of kSubjects that the rule has.
std::string subject_of(const Reader& rule) {
  std::vector<std::string> found;
  for (const std::string& subject : kSubjects)
    if (rule.find(subject)) found.push_back(subject);
  if (found.empty()) rule.fail("this rule does not say what it judges", "give it one of: " + join(kSubjects));
  if (found.size() > 1) rule.fail(fmt::format("a rule with both {}", join(found, " and ")), "make two rules of it");
  return found.front();
}

void refuse_credit_of_others(const Reader& rule, const std::string& subject) {
  if (const auto need = rule.find("need"); need && subject != "goal")
    need->fail(fmt::format("a rule with '{}' has no need", subject),
               subject == "correct" ? "write correct: all or correct: share" : "leave it out");
}

}  // namespace

double read_points(const Reader& points) { return positive(points); }

GradingRule read_grading_rule(const Reader& rule) {
  rule.expect(kRuleKeys);
  GradingRule read{.judged = RankRule{}, .place = rule.place()};
  const bool has_points = rule.read("points", read.points, read_points) && rule.find("points");
  rule.read("where", read.where, read_condition);
  const std::string subject = subject_of(rule);
  rule.attempt([&] { refuse_credit_of_others(rule, subject); });
  const Reader value = rule.at(subject);
  if (subject == "correct") {
    read.judged = CorrectRule{read_credit(value)};
  } else if (subject == "goal") {
    GoalRule goal{read_condition(value)};
    rule.read("need", goal.credit, read_credit);
    read.judged = goal;
  } else if (subject == "ratio") {
    read.judged = read_ratio(value);
  } else if (subject == "time_us") {
    const TimeRule times = read_time(value);
    if (has_points && !times.limits.empty() && times.limits.front().points != read.points)
      value.fail(
          fmt::format("the shortest time gives {} points, the rule {}", times.limits.front().points, read.points),
          "let both be the same");
    read.judged = times;
  } else {
    value.word("order", {"time"});
  }
  return read;
}

}  // namespace warpledger
