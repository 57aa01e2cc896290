// Measures errors and sensitivity of verdicts on known noise; prints Markdown for benchmarks/verdicts.md.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <boost/math/distributions/binomial.hpp>
#include <boost/math/distributions/normal.hpp>
#include <boost/math/distributions/students_t.hpp>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <random>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "model/samples.h"
#include "stats/noise_fixture.h"
#include "stats/shift.h"
#include "stats/verdict.h"

namespace {

using namespace warpledger;
using boost::math::binomial;
using boost::math::complement;
using boost::math::normal;
using boost::math::students_t;

/// All assume independent samples.
enum class Rival {
  price_bonett,    ///< ratio of medians with Price & Bonett's interval, as compare() once used
  hodges_lehmann,  ///< median ratio with the Mann-Whitney interval
  welch,           ///< ratio of geometric means with Welch's t
  mann_whitney,    ///< ratio of medians if the Mann-Whitney test rejects
  nvbench,         ///< as nvbench-compare: means differ by more than the smaller relative deviation
  nvbench_larger,  ///< the same with the larger deviation
};

constexpr std::array<std::string_view, 6> kRivalNames = {
    "Price-Bonett (before)", "Hodges-Lehmann", "Welch", "Mann-Whitney", "nvbench, min noise", "nvbench, max noise"};

constexpr double kConfidence = 0.99;

double two_sided_normal() { return quantile(normal(), 0.5 + kConfidence / 2); }

/// As Price & Bonett estimate it.
double variance_of_log_median(std::span<const double> values) {
  std::vector<double> sorted(values.begin(), values.end());
  std::sort(sorted.begin(), sorted.end());
  const auto n = static_cast<double>(sorted.size());
  const double rank = std::max(1.0, std::round((n + 1) / 2 - std::sqrt(n)));
  const double z = quantile(complement(normal(), cdf(binomial(n, 0.5), rank - 1)));
  const auto below = static_cast<std::size_t>(rank) - 1;
  const double width = std::log(sorted[sorted.size() - 1 - below] / sorted[below]);
  return std::pow(width / (2 * z), 2);
}

Ratio price_bonett(std::span<const double> before, std::span<const double> after, double confidence) {
  const double centre_before = median(before);
  const double centre_after = median(after);
  const auto freedom = static_cast<double>(std::min(before.size(), after.size()) - 1);
  const double t = quantile(students_t(freedom), 0.5 + confidence / 2);
  const double error = t * std::sqrt(variance_of_log_median(before) + variance_of_log_median(after));
  const double factor = std::exp(error) * (1 + timer_step(before, after) / std::min(centre_before, centre_after));
  const double ratio = centre_after / centre_before;
  return {ratio, ratio / factor, ratio * factor};
}

Ratio hodges_lehmann(std::span<const double> before, std::span<const double> after) {
  const PairwiseDifferences differences(before, after);
  const auto [lower, upper] = differences.interval(two_sided_normal());
  return {std::exp(differences.median()), std::exp(lower), std::exp(upper)};
}

Ratio mann_whitney(std::span<const double> before, std::span<const double> after) {
  const auto [lower, upper] = PairwiseDifferences(before, after).interval(two_sided_normal());
  return {median(after) / median(before), std::exp(lower), std::exp(upper)};
}

struct Moments {
  double mean = 0;
  double variance = 0;
};

template <class Transform>
Moments moments_of(std::span<const double> values, Transform transform) {
  Moments moments;
  const auto n = static_cast<double>(values.size());
  for (const double value : values) moments.mean += transform(value) / n;
  for (const double value : values) moments.variance += std::pow(transform(value) - moments.mean, 2) / (n - 1);
  return moments;
}

Ratio welch(std::span<const double> before, std::span<const double> after) {
  const auto logarithm = [](double value) { return std::log(value); };
  const Moments left = moments_of(before, logarithm), right = moments_of(after, logarithm);
  const auto m = static_cast<double>(before.size()), n = static_cast<double>(after.size());
  const double of_left = left.variance / m, of_right = right.variance / n;
  const double freedom =
      std::pow(of_left + of_right, 2) / (of_left * of_left / (m - 1) + of_right * of_right / (n - 1));
  const double error = quantile(students_t(freedom), 0.5 + kConfidence / 2) * std::sqrt(of_left + of_right);
  const double centre = right.mean - left.mean;
  return {std::exp(centre), std::exp(centre - error), std::exp(centre + error)};
}

Verdict nvbench(std::span<const double> before, std::span<const double> after, bool larger) {
  const auto itself = [](double value) { return value; };
  const Moments left = moments_of(before, itself), right = moments_of(after, itself);
  const double noise_left = std::sqrt(left.variance) / left.mean, noise_right = std::sqrt(right.variance) / right.mean;
  const double noise = larger ? std::max(noise_left, noise_right) : std::min(noise_left, noise_right);
  const double difference = right.mean / left.mean - 1;
  if (std::abs(difference) <= noise) return Verdict::same;
  return difference > 0 ? Verdict::slower : Verdict::faster;
}

Ratio ratio_by(Rival rival, std::span<const double> before, std::span<const double> after) {
  switch (rival) {
    case Rival::price_bonett:
      return price_bonett(before, after, kConfidence);
    case Rival::hodges_lehmann:
      return hodges_lehmann(before, after);
    case Rival::welch:
      return welch(before, after);
    default:
      return mann_whitney(before, after);
  }
}

/// Returns FASTER or SLOWER for a gap above `threshold` at 99 %, else INCONCLUSIVE. nvbench's rules have no threshold.
Verdict verdict_of(Rival rival, std::span<const double> before, std::span<const double> after, double threshold) {
  if (rival == Rival::nvbench || rival == Rival::nvbench_larger)
    return nvbench(before, after, rival == Rival::nvbench_larger);
  const Ratio ratio = ratio_by(rival, before, after);
  if (ratio.value > 1 + threshold && ratio.lower > 1) return Verdict::slower;
  if (ratio.value < 1 / (1 + threshold) && ratio.upper < 1) return Verdict::faster;
  return Verdict::inconclusive;
}

constexpr double kTime_ns = 1e6;
constexpr double kThreshold = 0.01;
constexpr std::array<std::size_t, 4> kCounts = {10, 20, 50, 200};
constexpr std::array<double, 4> kShifts = {0, 0.01, 0.02, 0.05};

TimedLaunches launches(NoiseFamily family, std::mt19937_64& random, std::size_t count) {
  TimedLaunches result;
  for (const double value : noise_of_run(family, random, count)) result.samples_ns.push_back(kTime_ns * value);
  return result;
}

TimedLaunches slowed(const TimedLaunches& launches, double by) {
  TimedLaunches result = launches;
  for (double& sample : result.samples_ns) sample *= 1 + by;
  return result;
}

bool is_gap(Verdict verdict) { return verdict == Verdict::slower || verdict == Verdict::faster; }

/// Counts over pairs: FASTER or SLOWER without a shift, then SLOWER at each other shift.
struct Counts {
  std::array<std::size_t, kShifts.size()> found = {};

  template <class Judge>
  void add(const TimedLaunches& before, const TimedLaunches& after, Judge judge) {
    found[0] += is_gap(judge(before, after));
    for (std::size_t i = 1; i < kShifts.size(); ++i)
      found[i] += judge(before, slowed(after, kShifts[i])) == Verdict::slower;
  }
};

/// Returns the noise that `warpledger noise` would find on such a device.
Noise measured_noise(NoiseFamily family, std::mt19937_64& random, std::size_t count) {
  constexpr int kGaps = 1000;
  std::vector<NoiseGap> gaps;
  for (int i = 0; i < kGaps; ++i) {
    const double before = median(launches(family, random, count).samples_ns);
    gaps.push_back({before, std::abs(median(launches(family, random, count).samples_ns) - before)});
  }
  return noise_of(gaps);
}

struct Row {
  std::array<Counts, kRivalNames.size()> rivals = {};
  Counts without_floor, with_floor;
  std::size_t same = 0;  ///< of identical code, without a floor
};

Row row_of(NoiseFamily family, std::size_t count, std::size_t pairs) {
  std::mt19937_64 random(20261123 + count);
  Criteria plain;
  plain.has_sm_clock = false;
  Criteria floored = plain;
  floored.noise = measured_noise(family, random, count);
  Row row;
  for (std::size_t i = 0; i < pairs; ++i) {
    const TimedLaunches before = launches(family, random, count), after = launches(family, random, count);
    for (std::size_t r = 0; r < kRivalNames.size(); ++r)
      row.rivals[r].add(before, after, [&](const TimedLaunches& a, const TimedLaunches& b) {
        return verdict_of(static_cast<Rival>(r), a.samples_ns, b.samples_ns, kThreshold);
      });
    const auto by = [](const Criteria& criteria) {
      return [&](const TimedLaunches& a, const TimedLaunches& b) { return compare(a, b, criteria).verdict; };
    };
    row.without_floor.add(before, after, by(plain));
    row.with_floor.add(before, after, by(floored));
    row.same += compare(before, after, plain).verdict == Verdict::same;
  }
  return row;
}

std::string cell(const Counts& counts, std::size_t pairs) {
  const auto percent = [&](std::size_t found) {
    return 100.0 * static_cast<double>(found) / static_cast<double>(pairs);
  };
  return fmt::format(" {:.1f} · {:.0f} {:.0f} {:.0f} |", percent(counts.found[0]), percent(counts.found[1]),
                     percent(counts.found[2]), percent(counts.found[3]));
}

void print_head() {
  std::string head = "| noise | n |", rule = "| --- | ---: |";
  for (const auto name : kRivalNames) head += fmt::format(" {} |", name), rule += " ---: |";
  fmt::print("{} compare | compare, with a noise floor | SAME |\n{} ---: | ---: | ---: |\n", head, rule);
}

void bench(std::size_t pairs) {
  fmt::print("{} pairs per cell.\n\n", pairs);
  print_head();
  for (std::size_t family = 0; family < kNoiseFamilyNames.size(); ++family) {
    for (const std::size_t count : kCounts) {
      const Row row = row_of(static_cast<NoiseFamily>(family), count, pairs);
      std::string line = fmt::format("| {} | {} |", kNoiseFamilyNames[family], count);
      for (const Counts& counts : row.rivals) line += cell(counts, pairs);
      fmt::print("{}{}{} {:.0f} |\n", line, cell(row.without_floor, pairs), cell(row.with_floor, pairs),
                 100.0 * static_cast<double>(row.same) / static_cast<double>(pairs));
    }
  }
}

}  // namespace

int main(int argc, char** argv) try {
  bench(static_cast<std::size_t>(argc > 1 ? std::max(std::atoi(argv[1]), 1) : 2000));
  return 0;
} catch (const std::exception& error) {
  std::fputs(error.what(), stderr);
  return 1;
}
