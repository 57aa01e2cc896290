#include "run/search_summary.h"

#include <fmt/format.h>

#include <cstddef>
#include <map>
#include <nlohmann/json.hpp>

#include "base/text.h"
#include "model/samples.h"
#include "plan/problems.h"
#include "search/random_search.h"
#include "stats/verdict.h"

namespace warpledger {
namespace {

constexpr double kConfidence = 0.95;
constexpr std::size_t kMostTold = 20;

std::vector<double> samples_ns(const Result& result) {
  std::vector<double> values;
  for (const Sample& sample : result.timing->samples) values.push_back(sample.time_ns);
  return values;
}

/// False if `other` is significantly slower.
bool may_be_as_fast(const Result& best, const Result& other) {
  return compare({.samples_ns = samples_ns(best)}, {.samples_ns = samples_ns(other)}, {.has_sm_clock = false})
             .verdict != Verdict::slower;
}

std::optional<BestPoint> best_of(const Plan& plan, const std::vector<const Result*>& results) {
  const Result* best = nullptr;
  for (const Result* result : results)
    if (const auto time = median_ns_of(*result); time && (!best || *time < *median_ns_of(*best))) best = result;
  if (!best) return std::nullopt;
  const std::vector<double> samples = samples_ns(*best);
  BestPoint point{.ordinal = best->ordinal,
                  .point = plan.job(best->ordinal).identity,
                  .median_us = 1e-3 * median(samples),
                  .interval_us = median_interval(samples, kConfidence),
                  .samples = static_cast<std::int64_t>(samples.size())};
  if (point.interval_us) point.interval_us = {1e-3 * point.interval_us->lower, 1e-3 * point.interval_us->upper};
  for (const Result* result : results)
    if (result != best && median_ns_of(*result) && may_be_as_fast(*best, *result)) ++point.as_fast;
  return point;
}

SearchedProblem problem_of(const Plan& plan, StrategyKind strategy, const std::vector<std::int64_t>& ordinals,
                           const std::map<std::int64_t, const Result*>& by_ordinal) {
  std::vector<const Result*> measured;
  for (const std::int64_t ordinal : ordinals)
    if (const auto found = by_ordinal.find(ordinal); found != by_ordinal.end()) measured.push_back(found->second);
  SearchedProblem problem{.problem = plan.problem(ordinals.front()),
                          .points = static_cast<std::int64_t>(ordinals.size()),
                          .measured = static_cast<std::int64_t>(measured.size()),
                          .best = best_of(plan, measured)};
  problem.top = (problem.points + 99) / 100;
  if (strategy == StrategyKind::random)
    problem.chance_of_top = chance_to_hold_one(problem.points, problem.measured, problem.top);
  return problem;
}

std::string text_of_others(const BestPoint& best, std::int64_t measured) {
  if (measured == 1) return "no other point was measured";
  if (best.as_fast == 0) return "every other point measured is slower";
  return best.as_fast == 1 ? "1 more may be as fast"
                           : fmt::format("{} more may be as fast", with_thousands(best.as_fast));
}

std::string text_of(const BestPoint& best, std::int64_t measured) {
  const std::string interval = best.interval_us ? fmt::format("{:.0f} %: {:.2f} to {:.2f}", 100 * kConfidence,
                                                              best.interval_us->lower, best.interval_us->upper)
                                                : fmt::format("of {} sample{}: too few for an interval", best.samples,
                                                              best.samples == 1 ? "" : "s");
  return fmt::format("best {:.2f} µs ({}): {}; {}", best.median_us, interval, best.point,
                     text_of_others(best, measured));
}

/// Describes what unmeasured points may hold.
std::string text_of_rest(const SearchedProblem& problem) {
  if (problem.measured == problem.points) return "";
  if (!problem.chance_of_top) return "; nothing is known of the others";
  const std::string top =
      problem.top == 1 ? "the best one" : fmt::format("one of the best {}", with_thousands(problem.top));
  return fmt::format("; {} drawn at random hold {} with a chance of {:.1f} %", with_thousands(problem.measured), top,
                     100 * *problem.chance_of_top);
}

}  // namespace

std::optional<double> median_ns_of(const Result& result) {
  if (result.outcome != Outcome::ok || !result.timing || result.timing->samples.empty()) return std::nullopt;
  return median(samples_ns(result));
}

SearchSummary summary_of(const Plan& plan, StrategyKind strategy, std::span<const Result> results) {
  std::map<std::int64_t, const Result*> by_ordinal;
  for (const Result& result : results) by_ordinal[result.ordinal] = &result;
  SearchSummary summary{.strategy = strategy, .problems = {}};
  for (const std::vector<std::int64_t>& ordinals : points_by_problem(plan))
    summary.problems.push_back(problem_of(plan, strategy, ordinals, by_ordinal));
  return summary;
}

std::string text_of(const SearchSummary& summary) {
  std::string text = fmt::format("search ({}):\n", name_of(summary.strategy));
  for (const SearchedProblem& problem : summary.problems) {
    if (&problem - summary.problems.data() == kMostTold) {
      text += fmt::format("  and {} more problems: --format json has them all\n",
                          with_thousands(static_cast<std::int64_t>(summary.problems.size() - kMostTold)));
      break;
    }
    text += fmt::format("  {}: {}\n    {} of {} points measured{}\n", problem.problem,
                        problem.best ? text_of(*problem.best, problem.measured) : "no point is ok",
                        with_thousands(problem.measured), with_thousands(problem.points), text_of_rest(problem));
  }
  return text;
}

nlohmann::ordered_json json_of(const SearchSummary& summary) {
  using nlohmann::ordered_json;
  ordered_json problems = ordered_json::array();
  for (const SearchedProblem& problem : summary.problems) {
    ordered_json best = nullptr;
    if (problem.best) {
      const auto& interval = problem.best->interval_us;
      best = {{"point", problem.best->ordinal},
              {"identity", problem.best->point},
              {"median_us", problem.best->median_us},
              {"lower_us", interval ? ordered_json(interval->lower) : ordered_json(nullptr)},
              {"upper_us", interval ? ordered_json(interval->upper) : ordered_json(nullptr)},
              {"samples", problem.best->samples},
              {"as_fast_points", problem.best->as_fast}};
    }
    problems.push_back(
        {{"problem", problem.problem},
         {"points", problem.points},
         {"measured_points", problem.measured},
         {"best", best},
         {"top_points", problem.top},
         {"chance_of_top", problem.chance_of_top ? ordered_json(*problem.chance_of_top) : ordered_json(nullptr)}});
  }
  return {{"strategy", name_of(summary.strategy)}, {"problems", problems}};
}

}  // namespace warpledger
