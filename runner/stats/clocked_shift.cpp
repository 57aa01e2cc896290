#include "stats/clocked_shift.h"

#include <algorithm>
#include <boost/math/distributions/normal.hpp>
#include <boost/math/distributions/students_t.hpp>
#include <cmath>
#include <cstddef>

#include "model/samples.h"
#include "stats/rounds.h"

namespace warpledger {
namespace {

std::optional<Shift> shift_between(const InRounds& before, const InRounds& after, double confidence) {
  if (before.rounds > 0 && after.rounds > 0) {
    if (std::min(before.rounds, after.rounds) < kFewestRounds) return std::nullopt;
    return shift_of_rounds(before, after, confidence);
  }
  if (std::min(before.values.size(), after.values.size()) < kFewestSamples) return std::nullopt;
  return shift_of(before.values, after.values, confidence);
}

double width_of(const Ratio& ratio) { return std::log(ratio.upper / ratio.lower); }

/// Treats readings as independent.
Ratio ratio_of_clocks(const TimedLaunches& before, const TimedLaunches& after, double confidence) {
  const PairwiseDifferences differences(before.sm_clock_mhz, after.sm_clock_mhz);
  const auto [lower, upper] = differences.interval(quantile(boost::math::normal(), 0.5 + confidence / 2));
  return {std::exp(differences.median()), std::exp(lower), std::exp(upper)};
}

Ratio inverse_of(const Ratio& ratio) { return {1 / ratio.value, 1 / ratio.upper, 1 / ratio.lower}; }

/// Interval widths add.
Shift product_of(const Shift& shift, const Ratio& factor, double confidence) {
  Shift product = shift;
  product.ratio = {shift.ratio.value * factor.value, shift.ratio.lower * factor.lower,
                   shift.ratio.upper * factor.upper};
  const double t = quantile(boost::math::students_t(shift.freedom), 0.5 + confidence / 2);
  product.log_error = width_of(product.ratio) / (2 * t);
  return product;
}

/// A gap of one timer step may be no gap, in any unit.
Ratio widened_by_step(Ratio ratio, const TimedLaunches& before, const TimedLaunches& after) {
  const double step = 1 + timer_step(before.samples_ns, after.samples_ns) /
                              std::min(median(before.samples_ns), median(after.samples_ns));
  return {ratio.value, ratio.lower / step, ratio.upper * step};
}

/// A difference of less than a fifth is chance.
bool is_clearly_narrower(const Shift& one, const Shift& other) {
  return width_of(one.ratio) < 0.8 * width_of(other.ratio);
}

void take_narrower(ClockedShift& found, const TimedLaunches& before, const TimedLaunches& after, double confidence) {
  const Ratio clocks = ratio_of_clocks(before, after, confidence);
  const Ratio per_clock = widened_by_step(inverse_of(clocks), before, after);
  const Shift time = product_of(*found.cycles, per_clock, confidence);
  const Shift cycles = product_of(found.time, clocks, confidence);
  found.by_cycles = is_clearly_narrower(time, found.time);
  if (found.by_cycles) {
    found.time = time;
  } else if (is_clearly_narrower(cycles, *found.cycles)) {
    found.cycles = cycles;
  }
}

}  // namespace

std::vector<double> cycles_of(const TimedLaunches& launches) {
  std::vector<double> cycles;
  const std::size_t count = std::min(launches.samples_ns.size(), launches.sm_clock_mhz.size());
  for (std::size_t i = 0; i < count; ++i)
    if (launches.sm_clock_mhz[i] > 0) cycles.push_back(1e-3 * launches.samples_ns[i] * launches.sm_clock_mhz[i]);
  return cycles;
}

std::optional<ClockedShift> shift_of_launches(const TimedLaunches& before, const TimedLaunches& after,
                                              double confidence, bool has_sm_clock) {
  const auto time = shift_between({before.samples_ns, before.rounds}, {after.samples_ns, after.rounds}, confidence);
  if (!time) return std::nullopt;
  ClockedShift found{.time = *time, .cycles = std::nullopt};
  if (!has_sm_clock) return found;
  const std::vector<double> of_before = cycles_of(before), of_after = cycles_of(after);
  const bool all_read = of_before.size() == before.samples_ns.size() && of_after.size() == after.samples_ns.size();
  const bool in_rounds = before.rounds > 0 && after.rounds > 0;
  if (in_rounds && !all_read) return found;
  found.cycles = shift_between({of_before, before.rounds}, {of_after, after.rounds}, confidence);
  if (found.cycles && all_read && !in_rounds) take_narrower(found, before, after, confidence);
  return found;
}

}  // namespace warpledger
