#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "model/job.h"

namespace warpledger {

struct TensorMapProblem {
  std::string what, hint;
};

/// Returns why the copy engine rejects `map` over a buffer of `buffer_bytes`, or nullopt.
std::optional<TensorMapProblem> problem_of(const TensorMap& map, std::int64_t buffer_bytes);

}  // namespace warpledger
