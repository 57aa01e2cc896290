#pragma once

#include <cstddef>
#include <span>

namespace warpledger {

/// The clearest step within a piece of a series.
struct Step {
  std::size_t index = 0;   ///< of the first value after it, within the piece
  double probability = 1;  ///< that so clear a step is seen at any of the places when there is none
};

/// The clearest step of `values` with at least `shortest` values on each side; probability 1 when there is no place for
/// one. `noise` is the standard deviation of the values, above 0. Values are clipped at 3 of it around their median.
Step clearest_step(std::span<const double> values, double noise, std::size_t shortest);

/// The standard deviation of independent values around levels that rarely change, by the median absolute deviation of
/// differences of neighbours; 0 below two values.
double noise_between_neighbours(std::span<const double> values);

}  // namespace warpledger
