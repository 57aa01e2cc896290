#include "stats/verdict.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numeric>
#include <vector>

#include "model/samples.h"
#include "stats/clocked_shift.h"
#include "stats/dependence.h"
#include "stats/rounds.h"
#include "stats/shift.h"

namespace warpledger {
namespace {

constexpr double kShort_ns = 10'000;
constexpr double kNotExceededBy = 0.99;
constexpr double kDeviationsOfNoise = 2.576;  // not exceeded by 99 in 100 gaps of a normal distribution
constexpr double kDependent = 3;              // independent samples rarely look more dependent

std::string percent(double ratio) { return fmt::format("{:+.1f} %", 100 * (ratio - 1)); }

bool is_within(const Ratio& ratio, double gap) { return ratio.lower > 1 / (1 + gap) && ratio.upper < 1 + gap; }

bool is_slower(const Ratio& ratio, double gap) { return ratio.value > 1 + gap && ratio.lower > 1; }

bool is_faster(const Ratio& ratio, double gap) { return ratio.value < 1 / (1 + gap) && ratio.upper < 1; }

std::string too_few(const TimedLaunches& before, const TimedLaunches& after, double confidence) {
  const std::size_t rounds = std::min(before.rounds, after.rounds);
  if (rounds > 0) return fmt::format("too few rounds: {}; {} are needed", rounds, rounds_needed(rounds, confidence));
  return fmt::format("too few samples: {} before, {} after; {} are needed", before.samples_ns.size(),
                     after.samples_ns.size(), kFewestSamples);
}

std::string disturbance_of(const TimedLaunches& before, const TimedLaunches& after) {
  if (before.disturbance.empty() && after.disturbance.empty()) return "";
  if (before.disturbance == after.disturbance) return fmt::format("disturbed on both sides: {}", before.disturbance);
  if (after.disturbance.empty()) return fmt::format("disturbed before: {}", before.disturbance);
  if (before.disturbance.empty()) return fmt::format("disturbed after: {}", after.disturbance);
  return fmt::format("disturbed before: {}; after: {}", before.disturbance, after.disturbance);
}

/// Returns why a gap in time is not confirmed in cycles, or "".
std::string doubt_by_cycles(const Comparison& found, const Criteria& criteria, double gap, bool slower) {
  if (!criteria.has_sm_clock) return "";
  if (!found.cycles) return fmt::format("{} in time, but the SM clock was not read", percent(found.time->value));
  const Ratio& cycles = *found.cycles;
  if (slower ? is_slower(cycles, gap) : is_faster(cycles, gap)) return "";
  return fmt::format("{} in time, but {} to {} in cycles: the SM clock differed", percent(found.time->value),
                     percent(cycles.lower), percent(cycles.upper));
}

void judge_gap(Comparison& found, const Criteria& criteria, double gap, bool slower) {
  found.reason = doubt_by_cycles(found, criteria, gap, slower);
  if (!found.reason.empty()) return;
  found.verdict = slower ? Verdict::slower : Verdict::faster;
  found.reason = percent(found.time->value);
  if (found.cycles) found.reason += fmt::format(", in cycles {}", percent(found.cycles->value));
}

std::string why_undecided(const Comparison& found, double gap) {
  const Ratio& time = *found.time;
  const std::string limits = fmt::format("{} to {}", percent(time.lower), percent(time.upper));
  if (time.lower > 1 || time.upper < 1)
    return fmt::format("too close to the {:.3g} % threshold to call: {}", 100 * gap, limits);
  return fmt::format("{}too wide an interval to tell {:.3g} %: {}",
                     found.dependence > kDependent ? "samples depend on each other, " : "", 100 * gap, limits);
}

/// As a logarithm: the interval is then within the gap, or excludes 1.
double half_that_decides(const Ratio& time, double gap) {
  const double size = std::abs(std::log(time.value)), limit = std::log1p(gap);
  return size > limit ? size : limit - size;
}

/// Samples per side that narrow the interval enough; nullopt if another run is faster. They do not narrow the timer's
/// part.
std::optional<std::size_t> samples_that_decide(const Ratio& time, double gap, double step, std::size_t samples) {
  constexpr double kMost = 100'000;
  const double half = std::max(std::log(time.upper / time.value), std::log(time.value / time.lower));
  const double share = (half - step) / (half_that_decides(time, gap) - step);
  const double needed = std::ceil(static_cast<double>(samples) * share * share);
  if (!(needed <= kMost)) return std::nullopt;
  return std::max(static_cast<std::size_t>(needed), samples + 1);
}

/// In the order of measurement.
struct Series {
  std::vector<double> before, after;
  bool in_cycles = false;
};

std::string name_of_level(double value, bool in_cycles) {
  return in_cycles ? fmt::format("{:.6g} cycles", value) : fmt::format("{:.4g} µs", 1e-3 * value);
}

/// Returns why bimodal samples may explain a gap `beyond` the smallest one (a logarithm), or "".
std::string doubt_by_humps(const Series& series, double beyond) {
  constexpr std::size_t kFewestSwitches = 10;
  const auto before = two_humps_of(series.before), after = two_humps_of(series.after);
  const std::size_t switches = (before ? before->switches : 0) + (after ? after->switches : 0);
  const auto distance = [](const auto& humps) { return humps ? std::log(humps->upper / humps->lower) : 0.0; };
  if (switches >= kFewestSwitches || beyond > std::max(distance(before), distance(after))) return "";
  const TwoHumps& humps = distance(after) > distance(before) ? *after : *before;
  return fmt::format("two humps: launches stay near {} or {} and switch {} time{}",
                     name_of_level(humps.lower, series.in_cycles), name_of_level(humps.upper, series.in_cycles),
                     switches, switches == 1 ? "" : "s");
}

std::string doubt_by_drift(const Series& series, double beyond) {
  const double drift = drift_of(series.before) + drift_of(series.after);
  return beyond > drift ? "" : fmt::format("samples drift by {:.2g} % within a run", 100 * std::expm1(drift));
}

std::string doubt_by_levels(const Series& series, double beyond) {
  const std::string humps = doubt_by_humps(series, beyond);
  return humps.empty() ? doubt_by_drift(series, beyond) : humps;
}

void decide_gap(Comparison& found, const Series& series, const Criteria& criteria, double gap) {
  const double beyond = std::abs(std::log(found.time->value)) - std::log1p(gap);
  if (found.rounds == 0) found.reason = doubt_by_levels(series, beyond);
  if (found.reason.empty()) judge_gap(found, criteria, gap, found.time->value > 1);
  found.needs_runs = found.verdict == Verdict::inconclusive;
}

/// As a logarithm.
double relative_step(const TimedLaunches& before, const TimedLaunches& after) {
  return std::log1p(timer_step(before.samples_ns, after.samples_ns) /
                    std::min(median(before.samples_ns), median(after.samples_ns)));
}

/// `step`: see relative_step().
void leave_open(Comparison& found, double gap, double step, std::size_t samples) {
  found.reason = why_undecided(found, gap);
  if (step >= half_that_decides(*found.time, gap)) {
    found.timer_step = std::expm1(step);
    return;
  }
  found.samples_needed = samples_that_decide(*found.time, gap, step, samples);
  found.needs_runs = !found.samples_needed;
}

void decide(Comparison& found, const Series& series, const Criteria& criteria, double median_ns, double step) {
  const double gap = smallest_gap(criteria, median_ns);
  if (is_slower(*found.time, gap) || is_faster(*found.time, gap)) {
    decide_gap(found, series, criteria, gap);
  } else if (is_within(*found.time, gap)) {
    found.verdict = Verdict::same;
    found.reason = fmt::format("within {:.3g} %", 100 * gap);
  } else {
    leave_open(found, gap, step, std::min(series.before.size(), series.after.size()));
  }
}

/// Ascending.
std::vector<std::size_t> by_size(std::span<const double> probabilities) {
  std::vector<std::size_t> order(probabilities.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::sort(order.begin(), order.end(),
            [&](std::size_t a, std::size_t b) { return probabilities[a] < probabilities[b]; });
  return order;
}

}  // namespace

double gap_of(const Noise& noise, double median_ns) { return noise.relative + noise.offset_ns / median_ns; }

Noise noise_of(std::span<const NoiseGap> gaps) {
  Noise noise;
  std::vector<double> of_short, shares;
  for (const NoiseGap& gap : gaps)
    if (gap.median_ns < kShort_ns) of_short.push_back(gap.gap_ns);
  if (!of_short.empty()) noise.offset_ns = quantile(of_short, kNotExceededBy);
  for (const NoiseGap& gap : gaps) shares.push_back(std::max(gap.gap_ns - noise.offset_ns, 0.0) / gap.median_ns);
  noise.relative = quantile(shares, kNotExceededBy);
  return noise;
}

std::optional<Noise> noise_apart_from(std::span<const std::vector<NoiseGap>> of_pairs, std::size_t pair) {
  std::vector<NoiseGap> gaps;
  for (std::size_t i = 0; i < of_pairs.size(); ++i)
    if (std::max(i, pair) - std::min(i, pair) > 1) gaps.insert(gaps.end(), of_pairs[i].begin(), of_pairs[i].end());
  if (gaps.empty()) return std::nullopt;
  return noise_of(gaps);
}

double smallest_gap(const Criteria& criteria, double median_ns) {
  return std::max(criteria.threshold, gap_of(criteria.noise, median_ns));
}

std::string what_decides(const Comparison& comparison) {
  if (comparison.verdict != Verdict::inconclusive) return "";
  if (comparison.samples_needed)
    return fmt::format("about {} samples per side would decide", *comparison.samples_needed);
  if (comparison.timer_step > 0)
    return fmt::format("only a finer timer can decide: its step is {:.2g} %", 100 * comparison.timer_step);
  return comparison.needs_runs ? "only more runs can decide" : "";
}

Comparison compare(const TimedLaunches& before, const TimedLaunches& after, const Criteria& criteria) {
  Comparison found;
  found.rounds = std::min(before.rounds, after.rounds);
  const auto shift = shift_of_launches(before, after, criteria.confidence, criteria.has_sm_clock);
  if (!shift) {
    found.reason = too_few(before, after, criteria.confidence);
    return found;
  }
  found.time = shift->time.ratio;
  found.dependence = shift->time.dependence;
  if (shift->cycles) found.cycles = shift->cycles->ratio;
  found.reason = disturbance_of(before, after);
  found.needs_runs = !found.reason.empty();
  if (found.needs_runs) return found;
  const double median_ns = median(before.samples_ns), noise = gap_of(criteria.noise, median_ns);
  found.probability = probability_of(shift->time, std::log1p(noise) / kDeviationsOfNoise);
  const Series series = shift->by_cycles ? Series{cycles_of(before), cycles_of(after), true}
                                         : Series{before.samples_ns, after.samples_ns, false};
  decide(found, series, criteria, median_ns, relative_step(before, after));
  return found;
}

std::vector<bool> holding_by_holm(std::span<const double> probabilities, double level) {
  const std::vector<std::size_t> order = by_size(probabilities);
  std::vector<bool> holds(order.size(), false);
  for (std::size_t i = 0; i < order.size(); ++i) {
    if (!(probabilities[order[i]] * static_cast<double>(order.size() - i) <= level)) break;
    holds[order[i]] = true;
  }
  return holds;
}

std::vector<bool> holding_by_benjamini_hochberg(std::span<const double> probabilities, std::size_t tested,
                                                double level) {
  const std::vector<std::size_t> order = by_size(probabilities);
  std::size_t count = order.size();  // up to the last one small enough for its rank
  while (count > 0 &&
         !(probabilities[order[count - 1]] * static_cast<double>(tested) <= level * static_cast<double>(count)))
    --count;
  std::vector<bool> holds(order.size(), false);
  for (std::size_t i = 0; i < count; ++i) holds[order[i]] = true;
  return holds;
}

}  // namespace warpledger
