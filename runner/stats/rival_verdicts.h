#pragma once

#include <array>
#include <span>
#include <string_view>

#include "stats/verdict.h"

namespace warpledger {

/// Other ways to a verdict, which the bench holds beside compare(). None knows that samples may depend on each other.
enum class Rival {
  price_bonett,    ///< ratio of medians with Price & Bonett's interval: what compare() used before
  hodges_lehmann,  ///< the median ratio with the Mann-Whitney interval
  welch,           ///< ratio of means of logarithms with Welch's t
  mann_whitney,    ///< ratio of medians where the Mann-Whitney test rejects
  nvbench,         ///< nvbench-compare's: means that differ by more than the smaller relative deviation
  nvbench_larger,  ///< the same with the larger one
};

inline constexpr std::array<std::string_view, 6> kRivalNames = {
    "Price-Bonett (before)", "Hodges-Lehmann", "Welch", "Mann-Whitney", "nvbench, min noise", "nvbench, max noise"};

/// FASTER or SLOWER where the rule finds a gap of more than `threshold`, at 99 %, else INCONCLUSIVE. nvbench's rules
/// know no threshold.
Verdict verdict_of(Rival rival, std::span<const double> before, std::span<const double> after, double threshold);

}  // namespace warpledger
