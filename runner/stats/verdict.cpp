#include "stats/verdict.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "model/samples.h"

namespace warpledger {
namespace {

constexpr double kShort_ns = 10'000;
constexpr double kNotExceededBy = 0.99;

/// "+2.1 %".
std::string percent(double ratio) { return fmt::format("{:+.1f} %", 100 * (ratio - 1)); }

bool is_within(const Ratio& ratio, double gap) { return ratio.lower > 1 / (1 + gap) && ratio.upper < 1 + gap; }

bool is_slower(const Ratio& ratio, double gap) { return ratio.value > 1 + gap && ratio.lower > 1; }

bool is_faster(const Ratio& ratio, double gap) { return ratio.value < 1 / (1 + gap) && ratio.upper < 1; }

/// Cycles of the launches whose clock was read.
std::vector<double> cycles_of(const TimedLaunches& launches) {
  std::vector<double> cycles;
  const std::size_t count = std::min(launches.samples_ns.size(), launches.sm_clock_mhz.size());
  for (std::size_t i = 0; i < count; ++i)
    if (launches.sm_clock_mhz[i] > 0) cycles.push_back(1e-3 * launches.samples_ns[i] * launches.sm_clock_mhz[i]);
  return cycles;
}

std::optional<Ratio> ratio_of(const std::vector<double>& before, const std::vector<double>& after, double confidence) {
  if (std::min(before.size(), after.size()) < kFewestSamples) return std::nullopt;
  return ratio_of_medians(before, after, confidence);
}

std::string disturbance_of(const TimedLaunches& before, const TimedLaunches& after) {
  if (before.disturbance.empty() && after.disturbance.empty()) return "";
  if (before.disturbance == after.disturbance) return fmt::format("disturbed on both sides: {}", before.disturbance);
  if (after.disturbance.empty()) return fmt::format("disturbed before: {}", before.disturbance);
  if (before.disturbance.empty()) return fmt::format("disturbed after: {}", after.disturbance);
  return fmt::format("disturbed before: {}; after: {}", before.disturbance, after.disturbance);
}

/// Why a gap in time is none in cycles; empty when it is.
std::string doubt_by_cycles(const Comparison& found, const Criteria& criteria, double gap, bool slower) {
  if (!criteria.has_sm_clock) return "";
  if (!found.cycles) return fmt::format("{} in time, but the SM clock was not read", percent(found.time->value));
  if (slower ? is_slower(*found.cycles, gap) : is_faster(*found.cycles, gap)) return "";
  return fmt::format("{} in time, but {} in cycles: the SM clock differed", percent(found.time->value),
                     percent(found.cycles->value));
}

void judge_gap(Comparison& found, const Criteria& criteria, double gap, bool slower) {
  found.reason = doubt_by_cycles(found, criteria, gap, slower);
  if (!found.reason.empty()) return;
  found.verdict = slower ? Verdict::slower : Verdict::faster;
  found.reason = percent(found.time->value);
  if (found.cycles) found.reason += fmt::format(", in cycles {}", percent(found.cycles->value));
}

std::string why_undecided(const Ratio& time, double gap) {
  const std::string limits = fmt::format("{} to {}", percent(time.lower), percent(time.upper));
  if (time.lower <= 1 && time.upper >= 1)
    return fmt::format("too wide an interval to tell {:.3g} %: {}", 100 * gap, limits);
  return fmt::format("too close to the {:.3g} % threshold to call: {}", 100 * gap, limits);
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

double smallest_gap(const Criteria& criteria, double median_ns) {
  return std::max(criteria.threshold, gap_of(criteria.noise, median_ns));
}

Comparison compare(const TimedLaunches& before, const TimedLaunches& after, const Criteria& criteria) {
  Comparison found;
  found.time = ratio_of(before.samples_ns, after.samples_ns, criteria.confidence);
  if (!found.time) {
    found.reason = fmt::format("too few samples: {} before, {} after; {} are needed", before.samples_ns.size(),
                               after.samples_ns.size(), kFewestSamples);
    return found;
  }
  if (criteria.has_sm_clock) found.cycles = ratio_of(cycles_of(before), cycles_of(after), criteria.confidence);
  found.reason = disturbance_of(before, after);
  if (!found.reason.empty()) return found;
  const double gap = smallest_gap(criteria, median(before.samples_ns));
  const bool slower = is_slower(*found.time, gap);
  if (slower || is_faster(*found.time, gap)) {
    judge_gap(found, criteria, gap, slower);
  } else if (is_within(*found.time, gap)) {
    found.verdict = Verdict::same;
    found.reason = fmt::format("within {:.3g} %", 100 * gap);
  } else {
    found.reason = why_undecided(*found.time, gap);
  }
  return found;
}

}  // namespace warpledger
