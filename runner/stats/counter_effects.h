#pragma once

#include <map>
#include <string>
#include <vector>

namespace warpledger {

/// A counter that differs between two measurements of a point.
struct CounterEffect {
  std::string name;
  double before = 0;
  double after = 0;
};

/// The counters that both sides have and that differ by more than `limit` of the larger number, the largest share
/// first.
std::vector<CounterEffect> counter_effects(const std::map<std::string, double>& before,
                                           const std::map<std::string, double>& after, double limit);

/// "bank_conflicts_per_request 15.3 -> 0".
std::string text_of(const CounterEffect& effect);

}  // namespace warpledger
