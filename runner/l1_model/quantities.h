#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "l1_model/sm_counts.h"
#include "model/metric.h"

namespace warpledger {

/// Changes with whatever makes the model give another number for the same program and profile.
inline constexpr const char* kModelVersion = "2";

/// How the traced SMs stand for the GPU.
struct Sampling {
  /// What the counts are multiplied by to stand for the whole grid, and the least and the most that it may be.
  double scale = 1;
  double scale_lower = 1;
  double scale_upper = 1;
  bool whole_grid = true;  ///< every block was traced
  bool divergent = false;  ///< lanes of a warp parted: when the GPU's compiler joins them again is not known
};

/// A modelled number with its bounds, or why there is none.
struct QuantityEstimate {
  std::optional<double> value;
  double lower = 0;
  double upper = 0;
  Confidence confidence = Confidence::poor;
  std::string because;  ///< why so much confidence; why `value` is absent
};

/// One of kModelQuantities, all but inst_executed, from the sum over the traced SMs. Throws Error for another name.
QuantityEstimate quantity(std::string_view name, const SmCounts& counts, const Sampling& facts);

}  // namespace warpledger
