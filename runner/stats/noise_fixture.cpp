#include "stats/noise_fixture.h"

#include <cmath>
#include <cstddef>
#include <numbers>

namespace warpledger {
namespace {

constexpr double kDeviation = 0.01;
constexpr double kHump = 0.05;
constexpr double kSeason = 20;

double normal_value(std::mt19937_64& random) { return std::normal_distribution<double>()(random); }
double share(std::mt19937_64& random) { return std::uniform_real_distribution<double>()(random); }

std::vector<double> correlated(std::mt19937_64& random, std::size_t count, double correlation) {
  std::vector<double> values;
  double state = normal_value(random);
  while (values.size() < count) {
    values.push_back(1 + kDeviation * state);
    state = correlation * state + std::sqrt(1 - correlation * correlation) * normal_value(random);
  }
  return values;
}

std::vector<double> humps(std::mt19937_64& random, std::size_t count, double stays) {
  std::vector<double> values;
  bool slow = share(random) < 0.5;
  while (values.size() < count) {
    values.push_back(1 + (slow ? kHump : 0) + kDeviation * normal_value(random));
    if (share(random) >= stays) slow = !slow;
  }
  return values;
}

double independent(NoiseFamily family, std::mt19937_64& random) {
  switch (family) {
    case NoiseFamily::lognormal:
      return 1 + kDeviation * std::exp(normal_value(random));
    case NoiseFamily::student_3:
      return 1 + 0.6 * kDeviation * std::student_t_distribution<double>(3)(random);
    case NoiseFamily::outliers:
      return 1 + 0.5 * kDeviation * normal_value(random) + (share(random) < 0.05 ? 0.2 * share(random) : 0);
    default:
      return 1 + kDeviation * normal_value(random);
  }
}

}  // namespace

std::vector<double> noise_of_run(NoiseFamily family, std::mt19937_64& random, std::size_t count) {
  switch (family) {
    case NoiseFamily::correlated_3:
      return correlated(random, count, 0.3);
    case NoiseFamily::correlated_6:
      return correlated(random, count, 0.6);
    case NoiseFamily::correlated_9:
      return correlated(random, count, 0.9);
    case NoiseFamily::humps_free:
      return humps(random, count, 0.5);
    case NoiseFamily::humps_sticky:
      return humps(random, count, 0.9);
    case NoiseFamily::humps_by_run:
      return humps(random, count, 1);
    default:
      break;
  }
  const double slope = family == NoiseFamily::drift ? 0.02 * (2 * share(random) - 1) : 0;
  const double offset = family == NoiseFamily::run_offset ? 0.005 * normal_value(random) : 0;
  const double wave = family == NoiseFamily::seasonal ? 0.015 : 0, phase = share(random);
  std::vector<double> values;
  for (std::size_t i = 0; i < count; ++i) {
    const auto place = static_cast<double>(i);
    values.push_back(independent(family, random) + offset + slope * place / static_cast<double>(count) +
                     wave * std::sin(2 * std::numbers::pi * (place / kSeason + phase)));
  }
  return values;
}

std::vector<double> noise_in_humps(const FreeHumps& humps, std::mt19937_64& random, std::size_t count) {
  std::vector<double> values;
  while (values.size() < count) {
    const double level = share(random) < humps.share ? 1 + humps.gap : 1;
    values.push_back(level * (1 + humps.jitter * normal_value(random)));
  }
  return values;
}

NoiseInRounds noise_in_rounds(NoiseFamily family, std::mt19937_64& random, std::size_t samples, std::size_t rounds) {
  const bool is_of_runs = family == NoiseFamily::run_offset || family == NoiseFamily::humps_by_run;
  const std::vector<double> stream = noise_of_run(family, random, is_of_runs ? 0 : 2 * samples * rounds);
  NoiseInRounds result;
  for (std::size_t turn = 0; turn < 2 * rounds; turn += 2) {
    const bool before_first = share(random) < 0.5;
    for (const std::size_t which : {turn, turn + 1}) {
      const std::vector<double> of_run = noise_of_run(family, random, is_of_runs ? samples : 0);
      std::vector<double>& side = (which == turn) == before_first ? result.before : result.after;
      const auto first = is_of_runs ? of_run.begin() : stream.begin() + static_cast<std::ptrdiff_t>(which * samples);
      side.insert(side.end(), first, first + static_cast<std::ptrdiff_t>(samples));
    }
  }
  return result;
}

}  // namespace warpledger
