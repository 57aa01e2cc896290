#include "stats/counter_effects.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace warpledger {
namespace {

/// Returns the difference as a share of the larger number: 1 for a counter that fell to 0.
double change_of(const CounterEffect& effect) {
  const double larger = std::max(std::abs(effect.before), std::abs(effect.after));
  return larger > 0 ? std::abs(effect.after - effect.before) / larger : 0;
}

}  // namespace

std::vector<CounterEffect> counter_effects(const std::map<std::string, double>& before,
                                           const std::map<std::string, double>& after, double limit) {
  std::vector<CounterEffect> effects;
  for (const auto& [name, value] : before) {
    const auto other = after.find(name);
    if (other == after.end()) continue;
    CounterEffect effect{name, value, other->second};
    if (change_of(effect) > limit) effects.push_back(std::move(effect));
  }
  std::stable_sort(effects.begin(), effects.end(),
                   [](const auto& a, const auto& b) { return change_of(a) > change_of(b); });
  return effects;
}

std::string text_of(const CounterEffect& effect) {
  return fmt::format("{} {:.4g} -> {:.4g}", effect.name, effect.before, effect.after);
}

}  // namespace warpledger
