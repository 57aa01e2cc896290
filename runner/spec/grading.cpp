#include "spec/grading.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "base/text.h"
#include "spec/gradable.h"
#include "spec/grid.h"
#include "spec/hand_ins.h"
#include "spec/measure.h"
#include "spec/overrides.h"

namespace warpledger {
namespace {

constexpr int kFewestRounds = 2;  // a single round has no confidence interval

int read_count(const Reader& value, int least) {
  constexpr std::int64_t kMost = 100;
  const std::int64_t count = value.whole();
  if (count < least || count > kMost)
    value.fail(fmt::format("{} is not between {} and {}", count, least, kMost), "write a number in this range");
  return static_cast<int>(count);
}

std::vector<std::string> read_kernels(const Reader& kernels, const Families& families) {
  std::vector<std::string> names;
  kernels.each_of(kernels.items_or_one(), [&](const Reader& item) {
    const std::string& name = item.text();
    names.push_back(name);
    find_kernel(families, name, item.place());
    if (std::ranges::count(names, name) > 1)
      item.fail(fmt::format("kernel '{}' appears twice", name), "keep one of them");
  });
  return names;
}

void read_reference(const Reader& reference, const Families& families, const std::vector<std::string>& submission,
                    std::map<std::string, std::string>& all) {
  reference.each_entry([&](const Reader& key, const Reader& value) {
    key.attempt([&] { key.word("kernel of the submission", submission); });
    find_kernel(families, value.text(), value.place());
    all[key.text()] = value.text();
  });
}

void read_common(const Reader& common, const Families& families, const std::vector<std::string>& submission,
                 std::map<std::string, std::vector<std::string>>& all) {
  common.each_entry([&](const Reader& key, const Reader& value) {
    key.attempt([&] { key.word("kernel of the submission", submission); });
    all[key.text()] = read_kernels(value, families);
  });
}

HiddenGrid read_hidden(const Reader& overrides, Families& families, const Grid& grid) {
  HiddenGrid hidden{.set = {}, .place = overrides.place()};
  std::vector<std::string>& set = hidden.set;
  overrides.each_entry([&](const Reader& key, const Reader& value) {
    key.word("axis", axis_names(grid));
    std::vector<std::string> values;
    for (const Reader& item : value.items_or_one()) values.push_back(item.text());
    set.push_back(fmt::format("{}={}", key.text(), join(values, ",")));
    Grid changed = grid;
    Measure unchanged;
    try {
      apply_overrides({.set = {set.back()}, .positional = {}}, {}, families, changed, unchanged);
    } catch (const Error& error) {
      for (const Error& one : error.each()) value.attempt([&] { value.fail(one.problem(), one.hint()); });
    }
  });
  return hidden;
}

void check_sum(const Reader& problem, const GradedProblem& read) {
  double sum = 0;
  for (const GradingRule& rule : read.rules) sum += rule.points;
  constexpr double kRounding = 1e-9;
  if (std::abs(sum - read.points) > kRounding * read.points)
    problem.at("points").fail(
        fmt::format("'{}' has {} points, but its rules have {}", read.name, read.points, as_decimal(sum)),
        "make the points of the rules add up to those of the problem");
}

GradedProblem read_problem(const Reader& problem, const std::vector<std::string>& submission) {
  GradedProblem read{.name = "", .points = 0, .kernels = submission, .rules = {}};
  problem.expect(kProblemKeys);
  problem.read("name", read.name, &Reader::text);
  const bool has_points = problem.read("points", read.points, read_points);
  problem.with("kernels", [&](const Reader& kernels) {
    read.kernels.clear();
    kernels.each_of(kernels.items_or_one(), [&](const Reader& item) {
      read.kernels.push_back(submission[item.word("kernel of the submission", submission)]);
    });
  });
  const bool has_rules = problem.with("rules", [&](const Reader& rules) {
    rules.each_of(rules.items(), [&](const Reader& rule) { read.rules.push_back(read_grading_rule(rule)); });
  });
  if (has_points && has_rules && !read.rules.empty() && problem.find("points")) check_sum(problem, read);
  return read;
}

std::vector<GradedProblem> read_problems(const Reader& problems, const std::vector<std::string>& submission) {
  std::vector<GradedProblem> read;
  problems.each_of(problems.items(), [&](const Reader& problem) {
    const GradedProblem& added = read.emplace_back(read_problem(problem, submission));
    if (!added.name.empty() && std::ranges::count(read, added.name, &GradedProblem::name) > 1)
      problem.at("name").fail(fmt::format("a second problem '{}'", added.name), "choose another name");
  });
  return read;
}

/// A rule has exactly one of these keys.
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

void read_need(const Reader& value, GoalRule& goal) {
  const std::string& text = value.text();
  if (text.ends_with('%')) {
    goal.least = 0.01 * parse_percent(text, value.place());
    return;
  }
  switch (value.word("need", {"all", "share", "median"})) {
    case 1:
      goal.credit = Credit::share;
      break;
    case 2:
      goal.least = 0.5;  // the median meets a limit if half of the points do
      break;
    default:
      break;
  }
}

PointCondition read_condition(const Reader& value) { return {value.text(), value.place(0)}; }

RatioRule read_ratio(const Reader& ratio) {
  ratio.expect(kRatioKeys);
  RatioRule rule;
  const bool has_full = ratio.read("full", rule.full, positive) && ratio.find("full");
  const bool has_none = ratio.read("none", rule.none, positive) && ratio.find("none");
  if (has_full && has_none && rule.full >= rule.none)
    ratio.fail(fmt::format("full marks up to {} and none from {} leave no range between them", rule.full, rule.none),
               "make none the larger one: {full: 1.1, none: 4}");
  return rule;
}

/// Returns the limits in ascending order; empty if one is invalid.
TimeRule read_time(const Reader& limits) {
  TimeRule rule;
  const bool sound = limits.each_entry([&](const Reader& limit, const Reader& points) {
    rule.limits.push_back({positive(limit), read_points(points)});
  });
  if (!sound) return {};
  std::ranges::sort(rule.limits, {}, &TimeLimit::limit_us);
  for (std::size_t i = 1; i < rule.limits.size(); ++i)
    if (rule.limits[i].points >= rule.limits[i - 1].points)
      limits.fail(fmt::format("{} µs gives {} points, but the shorter {} µs only {}", rule.limits[i].limit_us,
                              rule.limits[i].points, rule.limits[i - 1].limit_us, rule.limits[i - 1].points),
                  "give shorter times more points: {150: 10, 200: 5}");
  return rule;
}

std::string subject_of(const Reader& rule) {
  std::vector<std::string> found;
  for (const std::string& subject : kSubjects)
    if (rule.find(subject)) found.push_back(subject);
  if (found.empty()) rule.fail("this rule does not say what it judges", "add one of: " + join(kSubjects));
  if (found.size() > 1) rule.fail(fmt::format("a rule with both {}", join(found, " and ")), "split it into two rules");
  return found.front();
}

void refuse_credit_of_others(const Reader& rule, const std::string& subject) {
  if (const auto need = rule.find("need"); need && subject != "goal")
    need->fail(fmt::format("a rule with '{}' takes no need", subject),
               subject == "correct" ? "write correct: all or correct: share" : "remove it");
}

}  // namespace

Grading read_grading(const Reader& grading, Families& families, const Grid& grid) {
  if (families.size() > 1)
    grading.fail("an experiment of several families cannot be graded",
                 "grade in an experiment of the one family whose kernels are handed in");
  const Family& family = families[0];
  grading.expect(kGradingKeys);
  grading.attempt([&] { refuse_known_inputs(grading, family); });
  Grading read;
  grading.read("submission", read.submission, read_kernels, families);
  grading.with("submission", [&](const Reader& value) {
    refuse_launches_after(value, family, read.submission);
    refuse_outside_grid(value, families, grid);
  });
  grading.read("seeds", read.seeds, read_count, 0);
  grading.read("rounds", read.rounds, read_count, kFewestRounds);
  grading.with("time_limit",
               [&](const Reader& limit) { read.time_limit_s = parse_duration_s(limit.text(), limit.place()); });
  grading.read("attempts", read.attempts, read_counted_hand_in);
  grading.read("late", read.late, read_late);
  grading.with("hidden", [&](const Reader& hidden) {
    hidden.each_of(hidden.items_or_one(),
                   [&](const Reader& overrides) { read.hidden.push_back(read_hidden(overrides, families, grid)); });
  });
  // A misspelt name in `submission` must not cause errors for its correct uses elsewhere.
  std::vector<std::string> submitted = read.submission;
  const auto is_known = [&](const std::string& name) {
    return std::ranges::count(family.kernels, name, &Kernel::name) > 0;
  };
  if (!std::ranges::all_of(submitted, is_known))
    for (const Kernel& kernel : family.kernels) submitted.push_back(kernel.name);
  for (const std::string& kernel : read.submission) read.reference[kernel] = kernel;
  if (submitted.empty()) return read;  // missing key; the rest depends on it
  grading.with("reference",
               [&](const Reader& reference) { read_reference(reference, families, submitted, read.reference); });
  grading.with("common", [&](const Reader& common) { read_common(common, families, submitted, read.common); });
  grading.read("problems", read.problems, read_problems, submitted);
  return read;
}

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
    GoalRule goal;
    rule.with("need", [&](const Reader& need) { read_need(need, goal); });
    goal.goal = read_condition(value);
    read.judged = goal;
  } else if (subject == "ratio") {
    read.judged = read_ratio(value);
  } else if (subject == "time_us") {
    const TimeRule times = read_time(value);
    if (has_points && !times.limits.empty() && times.limits.front().points != read.points)
      value.fail(fmt::format("the shortest time gives {} points, but the rule has {}", times.limits.front().points,
                             read.points),
                 "write the same number for both");
    read.judged = times;
  } else {
    value.word("order", {"time"});
  }
  return read;
}

}  // namespace warpledger
