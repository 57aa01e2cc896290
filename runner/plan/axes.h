#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "base/error.h"
#include "spec/experiment.h"

namespace warpledger {

/// A loop with its numbers on one device.
struct NumberedAxis {
  std::string name;
  std::vector<std::size_t> slots;
  std::vector<double> rows;        ///< slots.size() numbers per row; blocks are resolved to a number of blocks
  std::vector<std::string> texts;  ///< as `rows`: what depends on the device as the author wrote it; else empty texts

  std::size_t size() const { return rows.size() / slots.size(); }
};

/// The grid with its numbers: for each kernel choice the loops inside it.
struct NumberedGrid {
  std::vector<NumberedAxis> outer;
  std::vector<std::vector<NumberedAxis>> inside;  ///< [choice]: its own axes, then the inner ones
};

/// The most points that a plan may have.
inline constexpr std::int64_t kMostPoints = 10'000'000;

/// Evaluates all axes of the experiment on the device facts in `values`. Adds to `errors` what is wrong: values that
/// their parameter does not allow or that an axis has already, blocks, warps or threads that are none, ranges that do
/// not end. Axes lack such values. Throws Error of all when that leaves an axis empty, and for a grid of more than
/// kMostPoints points.
NumberedGrid number_axes(const Experiment& experiment, const std::vector<double>& values, ErrorList& errors);

}  // namespace warpledger
