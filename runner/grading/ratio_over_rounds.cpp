#include "grading/ratio_over_rounds.h"

#include <vector>

#include "model/samples.h"
#include "stats/ratio.h"

namespace warpledger {
namespace {

bool can_be_used(const TimedLaunches& launches) { return !launches.samples_ns.empty() && launches.disturbance.empty(); }

/// Over the points, in one round.
double ratio_of_round(std::span<const TimedPoint> points, std::size_t round, double confidence) {
  std::vector<double> ratios;
  ratios.reserve(points.size());
  for (const TimedPoint& point : points) {
    const TimesOfRound& times = point.rounds[round];
    ratios.push_back(median(times.submission.samples_ns) / median(times.reference.samples_ns));
  }
  return geometric_mean(ratios, confidence)->value;
}

/// Relative, the mean over the points.
double mean_gap(std::span<const TimedPoint> points, std::size_t round, const Noise& noise) {
  double sum = 0;
  for (const TimedPoint& point : points) sum += gap_of(noise, median(point.rounds[round].reference.samples_ns));
  return sum / static_cast<double>(points.size());
}

}  // namespace

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
