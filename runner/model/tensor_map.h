#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "model/job.h"

namespace warpledger {

struct TensorMapProblem {
  std::string what, hint;
};

/// What the copy engine does not take of `map`, over a buffer of `buffer_bytes`; nothing when it takes all.
std::optional<TensorMapProblem> problem_of(const TensorMap& map, std::int64_t buffer_bytes);

}  // namespace warpledger
