#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "exec/backend.h"
#include "exec/inputs.h"
#include "exec/reference.h"
#include "exec/workspace.h"
#include "model/job.h"
#include "model/result.h"

namespace warpledger {

/// What points of one worker share.
struct PointContext {
  explicit PointContext(Backend& b) : backend(b), workspace(b, inputs), references(b) {}
  Backend& backend;
  Inputs inputs;
  Workspace workspace;
  ReferenceRunner references;
  /// Of the other inputs that untrusted code is launched on: nobody can know it beforehand, and the points of a shape
  /// share what is made of it.
  const std::uint64_t other_seed = secret_number();
  AcceptedOutputs accepted;
  /// What was read last. Kept: fresh pages for some megabytes cost more than the copy into them.
  std::vector<std::byte> latest;
};

/// Compiles, verifies and, if its Measure wants samples, times one point; counters come later, from count_points().
/// Whatever the point does ends in the result's outcome and reason; only Error, the machine's fault, is thrown.
Result measure_point(const Job& job, PointContext& context);

/// Launches a point once, neither checked nor timed: for tools that watch launches from outside, such as profilers and
/// memory checkers.
Result launch_point(const Job& job, PointContext& context);

}  // namespace warpledger
