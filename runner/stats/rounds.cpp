#include "stats/rounds.h"

#include <algorithm>
#include <boost/math/distributions/normal.hpp>
#include <boost/math/distributions/students_t.hpp>
#include <cmath>
#include <limits>

#include "model/samples.h"

namespace warpledger {
namespace {

/// Above this, the rank sum is nearly normal.
constexpr std::size_t kMostExact = 60;

/// As a logarithm.
std::vector<double> ratios_of(const InRounds& before, const InRounds& after) {
  std::vector<double> ratios;
  for (std::size_t i = 0; i < std::min(before.rounds, after.rounds); ++i)
    ratios.push_back(PairwiseDifferences(before.round(i), after.round(i)).median());
  return ratios;
}

/// Walsh averages, sorted: means of all pairs, including each value with itself.
std::vector<double> means_of_pairs(const std::vector<double>& values) {
  std::vector<double> means;
  for (std::size_t i = 0; i < values.size(); ++i)
    for (std::size_t j = i; j < values.size(); ++j) means.push_back((values[i] + values[j]) / 2);
  std::sort(means.begin(), means.end());
  return means;
}

/// By sum, if each rank is included with probability 1/2.
std::vector<double> signed_rank_distribution(std::size_t count) {
  std::vector<double> probability(count * (count + 1) / 2 + 1, 0.0);
  probability[0] = 1;
  for (std::size_t rank = 1; rank <= count; ++rank)
    for (std::size_t sum = probability.size(); sum-- > 0;)
      probability[sum] = (probability[sum] + (sum >= rank ? probability[sum - rank] : 0)) / 2;
  return probability;
}

}  // namespace

std::size_t next_look(std::size_t rounds) {
  std::size_t look = kFewestRounds;
  while (look <= rounds) look += (look + 1) / 2;
  return look;
}

double confidence_after(std::size_t rounds, double confidence) {
  double look = 1;
  for (std::size_t at = kFewestRounds; at < rounds; at = next_look(at)) ++look;
  return 1 - (1 - confidence) / (look * (look + 1));
}

std::ptrdiff_t signed_rank_limit(std::size_t rounds, double confidence) {
  const double tail = (1 - confidence) / 2;
  if (rounds > kMostExact) {
    const auto n = static_cast<double>(rounds);
    const double z = quantile(boost::math::normal(), 1 - tail);
    return static_cast<std::ptrdiff_t>(n * (n + 1) / 4 - z * std::sqrt(n * (n + 1) * (2 * n + 1) / 24) - 0.5);
  }
  const std::vector<double> probability = signed_rank_distribution(rounds);
  std::ptrdiff_t limit = -1;
  for (double below = probability[0]; below <= tail; below += probability[static_cast<std::size_t>(++limit) + 1]) {
  }
  return limit;
}

std::size_t rounds_needed(std::size_t rounds, double confidence) {
  std::size_t needed = std::max(rounds + 1, kFewestRounds);
  while (signed_rank_limit(needed, confidence_after(needed, confidence)) < 0) ++needed;
  return needed;
}

std::optional<Shift> shift_of_rounds(const InRounds& before, const InRounds& after, double confidence) {
  const std::vector<double> ratios = ratios_of(before, after);
  const std::vector<double> means = means_of_pairs(ratios);
  const double of_look = confidence_after(ratios.size(), confidence);
  const std::ptrdiff_t rejected = signed_rank_limit(ratios.size(), of_look);
  if (rejected < 0) return std::nullopt;
  const auto limit = static_cast<std::size_t>(rejected);
  const double step =
      1 + timer_step(before.values, after.values) / std::min(median(before.values), median(after.values));
  Shift shift;
  shift.ratio = {std::exp(median(means)), std::exp(means[limit]) / step,
                 std::exp(means[means.size() - 1 - limit]) * step};
  shift.freedom = static_cast<double>(ratios.size()) - 1;
  const double t = quantile(boost::math::students_t(shift.freedom), 0.5 + of_look / 2);
  shift.log_error = std::log(shift.ratio.upper / shift.ratio.lower) / (2 * t);
  return shift;
}

}  // namespace warpledger
