#pragma once

#include <span>
#include <vector>

namespace warpledger {

/// Which of `probabilities` hold when all were looked at: the chance that any is rejected by chance alone is at most
/// `level`, however they depend on each other (Holm, "A simple sequentially rejective multiple test procedure", Scand.
/// J. Statist. 6, 1979). In the order of `probabilities`.
std::vector<bool> holding_by_holm(std::span<const double> probabilities, double level);

}  // namespace warpledger
