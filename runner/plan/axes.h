#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "spec/experiment.h"

namespace warpledger {

/// A loop with its numbers on one device.
struct NumberedAxis {
  std::string name;
  std::vector<std::size_t> slots;
  std::vector<double> rows;  ///< slots.size() numbers a row; blocks are resolved to a number of blocks

  std::size_t size() const { return rows.size() / slots.size(); }
};

/// The grid with its numbers: for each kernel choice the loops inside it.
struct NumberedGrid {
  std::vector<NumberedAxis> outer;
  std::vector<std::vector<NumberedAxis>> inside;  ///< [choice]: its own axes, then the inner ones
};

/// The most points that a plan may have.
inline constexpr std::int64_t kMostPoints = 10'000'000;

/// Evaluates all axes of the experiment on the device facts in `values`. Throws Error for a value that its parameter
/// does not allow, blocks, warps or threads that are none, a range that does not end, and a grid of more than
/// kMostPoints points.
NumberedGrid number_axes(const Experiment& experiment, const std::vector<double>& values);

}  // namespace warpledger
