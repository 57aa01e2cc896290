#include "compare/run_comparison.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>

#include "base/error.h"
#include "base/text.h"
#include "model/samples.h"
#include "stats/ratio.h"
#include "stats/verdict.h"

namespace warpledger {
namespace {

constexpr const char* kHost = "host";
constexpr double kLeastEffect = 0.05;  // of the larger number; counters of identical work repeat within a few percent

void check_sides(const ComparedSide& before, const ComparedSide& after) {
  if ((before.run.device_backend == kHost) != (after.run.device_backend == kHost))
    throw Error(fmt::format("'{}' and '{}' cannot be compared: one is a host, whose times and modelled counters do not "
                            "compare with measured ones",
                            before.run.device_name, after.run.device_name),
                "compare runs on GPUs with each other, and runs on the host with each other");
  if (before.run.run == after.run.run && before.kernel == after.kernel)
    throw Error(fmt::format("both sides are run {}", before.run.uuid.substr(0, 8)),
                "name another run, as in `warpledger compare latest~1 latest`, or two kernels of this one");
}

[[noreturn]] void fail_without_pairs(const ComparedSide& left, const std::vector<MeasuredPoint>& before,
                                     const ComparedSide& right, const std::vector<MeasuredPoint>& after) {
  const std::string problem =
      fmt::format("run {} of {} and run {} of {} have no point in common", left.run.uuid.substr(0, 8),
                  left.run.experiment, right.run.uuid.substr(0, 8), right.run.experiment);
  const std::set<std::string> names = separating_names(before, after);
  if (names.empty()) throw Error(problem, "compare runs of the same experiment, or two kernels: kernel:A kernel:B");
  throw Error(problem, fmt::format("no value of these is on both sides: {0}; to compare anyway: --ignore {0}",
                                   fmt::join(names, ",")));
}

bool is_in(const std::vector<std::string>& names, const std::string& name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

/// "blocks=128 grp_size=8", of parameters in or not in `names`.
std::string words_of(const MeasuredPoint& point, const std::vector<std::string>& names, bool in_names) {
  std::vector<std::string> words;
  for (const auto& [name, value] : point.parameters)
    if (is_in(names, name) == in_names) words.push_back(fmt::format("{}={}", name, value));
  return join(words, " ");
}

/// Parameters that agree, then those that may differ: "norm_base warps=4 (blocks=128 -> blocks=132)".
std::string name_of_pair(const MeasuredPoint& before, const MeasuredPoint& after, const std::vector<std::string>& names,
                         bool across_kernels) {
  const std::string agreed = words_of(before, names, true);
  const std::string others_before = words_of(before, names, false), others_after = words_of(after, names, false);
  std::string name = across_kernels ? agreed : fmt::format("{}{}{}", before.kernel, agreed.empty() ? "" : " ", agreed);
  if (!others_before.empty() || !others_after.empty())
    name += fmt::format(" ({}{}-> {})", others_before, others_before.empty() ? "" : " ", others_after);
  return name;
}

std::optional<double> median_us(const TimedLaunches& launches) {
  if (launches.samples_ns.empty()) return std::nullopt;
  return 1e-3 * median(launches.samples_ns);
}

/// "n_l=4718592 -> n_l=3276800"
std::string difference_of_problems(const MeasuredPoint& before, const MeasuredPoint& after,
                                   const std::set<std::string>& left_out) {
  std::vector<std::string> then, now;
  for (const auto& [name, value] : before.resolved) {
    const auto other = after.resolved.find(name);
    if (other == after.resolved.end() || other->second == value || left_out.contains(name)) continue;
    then.push_back(fmt::format("{}={}", name, value));
    now.push_back(fmt::format("{}={}", name, other->second));
  }
  return then.empty() ? "" : fmt::format("{} -> {}", join(then, " "), join(now, " "));
}

/// A failed point has no times, or those of an incorrect result.
std::string failure_of(const MeasuredPoint& before, const MeasuredPoint& after) {
  constexpr const char* kOk = "ok";
  if (before.outcome == kOk && after.outcome == kOk) return "";
  if (before.outcome == after.outcome) return fmt::format("{} on both sides", before.outcome);
  return before.outcome == kOk ? fmt::format("{} after", after.outcome) : fmt::format("{} before", before.outcome);
}

ComparedPoint compare_pair(const MeasuredPoint& before, const MeasuredPoint& after, const Criteria& criteria) {
  ComparedPoint point;
  point.identity_before = before.identity;
  point.identity_after = after.identity;
  point.before_us = median_us(before.launches);
  point.after_us = median_us(after.launches);
  point.comparison.reason = failure_of(before, after);
  point.both_ok = point.comparison.reason.empty();
  if (!point.both_ok) return point;
  point.comparison = compare(before.launches, after.launches, criteria);
  point.effects = counter_effects(before.counters, after.counters, kLeastEffect);
  point.modelled = before.modelled;
  point.modelled.insert(after.modelled.begin(), after.modelled.end());
  return point;
}

Criteria criteria_for(const std::vector<NoiseFloor>& floors, bool has_sm_clock, const ComparisonOptions& options) {
  Criteria criteria;
  criteria.threshold = options.threshold;
  for (const NoiseFloor& floor : floors) {
    criteria.noise.relative = std::max(criteria.noise.relative, floor.relative);
    criteria.noise.offset_ns = std::max(criteria.noise.offset_ns, floor.offset_ns);
  }
  if (options.noise) criteria.noise = *options.noise;
  criteria.has_sm_clock = has_sm_clock;
  return criteria;
}

void correct_over_points(std::vector<ComparedPoint>& points, double level) {
  std::vector<double> probabilities;
  for (const ComparedPoint& point : points) probabilities.push_back(point.comparison.probability.value_or(1));
  const std::vector<bool> holding = holding_by_holm(probabilities, level);
  for (std::size_t i = 0; i < points.size(); ++i) {
    const Verdict verdict = points[i].comparison.verdict;
    points[i].holds = holding[i] && (verdict == Verdict::faster || verdict == Verdict::slower);
  }
}

void summarize(RunComparison& result) {
  result.counts = result.holding = {};
  correct_over_points(result.points, 1 - result.criteria.confidence);
  std::vector<double> ratios;
  for (const ComparedPoint& point : result.points) {
    const auto verdict = static_cast<std::size_t>(point.comparison.verdict);
    ++result.counts.at(verdict);
    if (point.holds) ++result.holding.at(verdict);
    if (point.comparison.time) ratios.push_back(point.comparison.time->value);
  }
  result.mean = geometric_mean(ratios, result.criteria.confidence);
}

/// Rounds are meaningful only between runs measured in turn with each other.
void drop_rounds(std::vector<MeasuredPoint>& points) {
  for (MeasuredPoint& point : points) point.launches.rounds = 0;
}

std::map<std::string, std::set<std::string>> values_in(const std::vector<MeasuredPoint>& points) {
  std::map<std::string, std::set<std::string>> values;
  for (const MeasuredPoint& point : points)
    for (const auto& [name, value] : point.parameters) values[name].insert(value);
  return values;
}

/// parameters that may differ
std::set<std::string> names_left_out(const std::vector<MeasuredPoint>& before, const std::vector<MeasuredPoint>& after,
                                     const Matching& matching) {
  std::set<std::string> left_out = matching.ignored;
  if (matching.across_kernels) left_out.merge(separating_names(before, after));
  return left_out;
}

/// parameters that must agree, in the order of identities
std::vector<std::string> names_that_count(const std::vector<MeasuredPoint>& before,
                                          const std::vector<MeasuredPoint>& after, std::set<std::string> left_out) {
  std::vector<std::string> names;
  for (const std::vector<MeasuredPoint>* side : {&before, &after}) {
    for (const MeasuredPoint& point : *side) {
      for (const auto& [name, value] : point.parameters)
        if (left_out.insert(name).second) names.push_back(name);
    }
  }
  return names;
}

void refuse_unknown(const std::set<std::string>& ignored, const std::vector<MeasuredPoint>& before,
                    const std::vector<MeasuredPoint>& after) {
  const std::vector<std::string> known = names_that_count(before, after, {});
  for (const std::string& name : ignored)
    if (std::ranges::count(known, name) == 0)
      throw Error(fmt::format("no point of these runs has a parameter '{}', which should be ignored", name),
                  did_you_mean(name, known));
}

std::string key_of(const MeasuredPoint& point, const std::set<std::string>& names, bool across_kernels) {
  std::string key = point.family;
  if (!across_kernels) key += ' ' + point.kernel;
  // in an identity, parameters have a fixed order
  for (const auto& [name, value] : point.parameters)
    if (names.contains(name)) key.append(1, ' ').append(name).append(1, '=').append(value);
  return key;
}

/// No imported format has the SM clock of its samples.
bool is_imported(const LedgerReader& ledger, std::int64_t run) {
  return text_in(ledger.query(fmt::format("SELECT tool FROM runs WHERE run = {}", run)).rows.at(0).at(0)) !=
         "warpledger";
}

std::optional<double> empty_launch_us(const LedgerReader& ledger, std::int64_t run) {
  const Table found = ledger.query(
      fmt::format("SELECT min(value) / 1e3 FROM metrics WHERE run = {} AND name = 'empty_launch_time'", run));
  return std::get_if<double>(&found.rows.at(0).at(0)) ? std::optional(std::get<double>(found.rows[0][0]))
                                                      : std::nullopt;
}

}  // namespace

Criteria criteria_on(const LedgerReader& ledger, const Device& device, const ComparisonOptions& options) {
  const auto floor = noise_floor_of(ledger, device.uuid, options.now_utc);
  return criteria_for(floor ? std::vector{*floor} : std::vector<NoiseFloor>(), device.backend != kHost, options);
}

RunComparison compare_runs(const LedgerReader& ledger, const ComparedSide& before, const ComparedSide& after,
                           const ComparisonOptions& options) {
  check_sides(before, after);
  RunComparison result;
  result.before = before;
  result.after = after;
  for (const std::string& device : std::set<std::string>{before.run.device_uuid, after.run.device_uuid})
    if (const auto floor = noise_floor_of(ledger, device, options.now_utc)) result.noise_floors.push_back(*floor);
  result.empty_launch_us = {empty_launch_us(ledger, before.run.run), empty_launch_us(ledger, after.run.run)};
  const bool has_sm_clock = before.run.device_backend != kHost;
  result.clocks_unknown = has_sm_clock && is_imported(ledger, before.run.run) && is_imported(ledger, after.run.run);
  result.criteria = criteria_for(result.noise_floors, has_sm_clock && !result.clocks_unknown, options);
  auto points_before = read_measured_points(ledger, before.run.run, before.kernel);
  auto points_after = read_measured_points(ledger, after.run.run, after.kernel);
  // They have only some of the points.
  if (before.run.in_turn.empty()) refuse_unknown(options.ignored, points_before, points_after);
  if (before.run.in_turn != after.run.in_turn) drop_rounds(points_before);
  const Matching matching{before.kernel != after.kernel, options.ignored};
  const PointPairs pairs = pair_points(points_before, points_after, matching);
  if (pairs.pairs.empty()) fail_without_pairs(before, points_before, after, points_after);
  for (const auto& [left, right] : pairs.pairs) {
    const MeasuredPoint &of_before = points_before[left], &of_after = points_after[right];
    std::string name = name_of_pair(of_before, of_after, pairs.names, matching.across_kernels);
    if (std::string difference = difference_of_problems(of_before, of_after, pairs.left_out); !difference.empty()) {
      result.other_problems.push_back({std::move(name), std::move(difference)});
      continue;
    }
    result.points.push_back(compare_pair(of_before, of_after, result.criteria));
    result.points.back().name = std::move(name);
  }
  for (const std::size_t i : pairs.only_before) result.only_before.push_back(points_before[i].identity);
  for (const std::size_t i : pairs.only_after) result.only_after.push_back(points_after[i].identity);
  summarize(result);
  return result;
}

std::set<std::string> separating_names(const std::vector<MeasuredPoint>& before,
                                       const std::vector<MeasuredPoint>& after) {
  const auto of_before = values_in(before), of_after = values_in(after);
  auto all = of_before;
  all.insert(of_after.begin(), of_after.end());
  std::set<std::string> names;
  for (const auto& [name, values] : all) {
    const auto left = of_before.find(name), right = of_after.find(name);
    const bool shared = left != of_before.end() && right != of_after.end() &&
                        std::any_of(left->second.begin(), left->second.end(),
                                    [&](const std::string& value) { return right->second.contains(value); });
    if (!shared) names.insert(name);
  }
  return names;
}

PointPairs pair_points(const std::vector<MeasuredPoint>& before, const std::vector<MeasuredPoint>& after,
                       const Matching& matching) {
  PointPairs result;
  result.left_out = names_left_out(before, after, matching);
  result.names = names_that_count(before, after, result.left_out);
  const std::set<std::string> names(result.names.begin(), result.names.end());
  std::map<std::string, std::vector<std::size_t>> places;
  for (std::size_t i = 0; i < after.size(); ++i) places[key_of(after[i], names, matching.across_kernels)].push_back(i);
  std::set<std::size_t> paired;
  for (std::size_t i = 0; i < before.size(); ++i) {
    const auto found = places.find(key_of(before[i], names, matching.across_kernels));
    if (found == places.end()) {
      result.only_before.push_back(i);
      continue;
    }
    for (const std::size_t other : found->second) {
      result.pairs.emplace_back(i, other);
      paired.insert(other);
    }
  }
  for (std::size_t i = 0; i < after.size(); ++i)
    if (!paired.contains(i)) result.only_after.push_back(i);
  return result;
}

RunComparison with_points_of(RunComparison comparison, const RunComparison& again) {
  comparison.again = {again.before.run, again.after.run};
  std::map<std::pair<std::string, std::string>, const ComparedPoint*> found;
  for (const ComparedPoint& point : again.points) found[{point.identity_before, point.identity_after}] = &point;
  for (ComparedPoint& point : comparison.points) {
    const auto now = found.find({point.identity_before, point.identity_after});
    if (now == found.end()) continue;
    std::string name = std::move(point.name);
    point = *now->second;
    point.name = std::move(name);
  }
  summarize(comparison);
  return comparison;
}

bool holds_any_of(const RunComparison& comparison, const std::vector<std::string>& names) {
  const auto count = [](const auto& counts, Verdict verdict) { return counts.at(static_cast<std::size_t>(verdict)); };
  return std::ranges::any_of(names, [&](const std::string& name) {
    const bool changed = name == "changed";
    return ((changed || name == "slower") && count(comparison.holding, Verdict::slower) > 0) ||
           ((changed || name == "faster") && count(comparison.holding, Verdict::faster) > 0) ||
           (name == "inconclusive" && count(comparison.counts, Verdict::inconclusive) > 0);
  });
}

}  // namespace warpledger
