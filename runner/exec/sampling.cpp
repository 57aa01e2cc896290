#include "exec/sampling.h"

#include <algorithm>

#include "model/samples.h"

namespace warpledger {
namespace {

/// Samples asked for at a time: enough that a backend can queue them together, few enough to stop soon.
constexpr int kChunk = 10;

double noise_of(const std::vector<Sample>& samples) {
  std::vector<double> times;
  times.reserve(samples.size());
  for (const Sample& sample : samples) times.push_back(sample.time_ns);
  return relative_error_of_median(times);
}

}  // namespace

Timing sample_until_known(const Measure& measure, const std::function<std::vector<Sample>(int)>& take,
                          const std::function<double()>& elapsed_s) {
  Timing timing;
  const double budget_s = measure.time_limit_s / 2;
  // A first chunk of one tells slow points apart before many samples are asked for.
  int chunk = 1;
  while (true) {
    const double before_s = elapsed_s();
    const std::vector<Sample> taken = take(chunk);
    timing.samples.insert(timing.samples.end(), taken.begin(), taken.end());
    const int count = static_cast<int>(timing.samples.size());
    const double now_s = elapsed_s();
    if (count >= measure.min_samples && noise_of(timing.samples) <= measure.noise) {
      timing.stop_rule = "noise";
    } else if (count >= measure.max_samples) {
      timing.stop_rule = "max_samples";
    } else if (now_s >= budget_s) {
      timing.stop_rule = "time_limit";
    }
    if (!timing.stop_rule.empty()) return timing;
    const double sample_s = (now_s - before_s) / chunk;
    const int affordable = sample_s > 0 ? static_cast<int>(std::min(1e6, (budget_s - now_s) / sample_s)) : kChunk;
    chunk = std::clamp(std::min({kChunk, measure.max_samples - count, affordable}), 1, kChunk);
  }
}

}  // namespace warpledger
