#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "base/error.h"
#include "spec/experiment.h"

namespace warpledger {

/// A loop of the grid on one device.
struct NumberedAxis {
  std::string name;
  std::vector<std::size_t> slots;
  std::vector<double> rows;        ///< slots.size() numbers per row; `blocks` as an absolute number
  std::vector<std::string> texts;  ///< as `rows`: device-dependent values as written, else ""

  std::size_t size() const { return rows.size() / slots.size(); }
};

/// The grid's outer loops, then those of each kernel choice.
struct NumberedGrid {
  std::vector<NumberedAxis> outer;
  std::vector<std::vector<NumberedAxis>> inside;  ///< [choice]: its own axes, then the inner ones
};

inline constexpr std::int64_t kMostPoints = 10'000'000;

/// Evaluates all axes with the device facts in `values`. Leaves out invalid values and adds them to `errors`: values
/// that a parameter does not allow, duplicates, impossible blocks, warps or threads, endless ranges. Throws Error if an
/// axis becomes empty or the grid exceeds kMostPoints.
NumberedGrid number_axes(const Experiment& experiment, const std::vector<double>& values, ErrorList& errors);

}  // namespace warpledger
