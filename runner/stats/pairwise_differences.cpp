#include "stats/pairwise_differences.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace warpledger {
namespace {

std::vector<double> sorted_logarithms(std::span<const double> values) {
  std::vector<double> logarithms;
  for (const double value : values) logarithms.push_back(std::log(value));
  std::sort(logarithms.begin(), logarithms.end());
  return logarithms;
}

}  // namespace

PairwiseDifferences::PairwiseDifferences(std::span<const double> before, std::span<const double> after)
    : before_(sorted_logarithms(before)),
      after_(sorted_logarithms(after)),
      count_(static_cast<double>(before.size()) * static_cast<double>(after.size())) {}

double PairwiseDifferences::median() const { return (at(std::ceil(count_ / 2) - 1) + at(std::floor(count_ / 2))) / 2; }

std::pair<double, double> PairwiseDifferences::interval(double z) const {
  const auto values = static_cast<double>(before_.size() + after_.size());
  const double rank = std::max(0.0, std::floor(count_ / 2 - z * std::sqrt(count_ * (values + 1) / 12)));
  return {at(rank), at(count_ - 1 - rank)};
}

/// The difference that `rank` others are below, by bisection.
double PairwiseDifferences::at(double rank) const {
  double low = after_.front() - before_.back(), high = after_.back() - before_.front();
  if (rank < 1) return low;
  if (rank > count_ - 2) return high;
  constexpr double kPrecision = 1e-11;
  while (high - low > kPrecision) {
    const double middle = (low + high) / 2;
    (count_up_to(middle) > rank ? high : low) = middle;
  }
  return high;
}

double PairwiseDifferences::count_up_to(double limit) const {
  std::size_t count = 0, first = 0;
  for (const double value : after_) {
    while (first < before_.size() && value - before_[first] > limit) ++first;
    count += before_.size() - first;
  }
  return static_cast<double>(count);
}

}  // namespace warpledger
