#pragma once

#include <map>
#include <string>
#include <vector>

namespace warpledger {

struct CounterEffect {
  std::string name;
  double before = 0;
  double after = 0;
};

/// Returns counters of both sides that differ by more than `limit` of the larger number, largest share first.
std::vector<CounterEffect> counter_effects(const std::map<std::string, double>& before,
                                           const std::map<std::string, double>& after, double limit);

/// Returns "bank_conflicts_per_request 15.3 -> 0".
std::string text_of(const CounterEffect& effect);

}  // namespace warpledger
