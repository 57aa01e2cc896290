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

/// Evaluated grid: shared outer loops, then the loops of each kernel choice.
struct NumberedGrid {
  std::vector<NumberedAxis> outer;
  std::vector<std::vector<NumberedAxis>> inside;  ///< [choice]: its own axes, then the shared inner ones
};

inline constexpr std::int64_t kMostPoints = 10'000'000;

/// Evaluates all axes with the device facts in `values`. Invalid values are left out and added to `errors`: values that
/// a parameter does not allow, duplicates, invalid blocks, warps or threads, endless ranges. Throws all errors if an
/// axis becomes empty or the grid has more than kMostPoints points.
NumberedGrid number_axes(const Experiment& experiment, const std::vector<double>& values, ErrorList& errors);

}  // namespace warpledger
