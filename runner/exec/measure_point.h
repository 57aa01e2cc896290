#pragma once

#include <cstddef>
#include <vector>

#include "exec/backend.h"
#include "exec/reference.h"
#include "exec/workspace.h"
#include "model/job.h"
#include "model/result.h"

namespace warpledger {

/// Host copies of a job's buffers, by their index. Kept from point to point: fresh pages for some megabytes cost more
/// than the copy into them.
using ReadBack = std::vector<std::vector<std::byte>>;

/// What points of one worker share.
struct PointContext {
  explicit PointContext(Backend& b) : backend(b), workspace(b), references(b) {}
  Backend& backend;
  Workspace workspace;
  ReferenceRunner references;
  ReadBack accepted, latest;  ///< outputs that passed their check, and what was read last
};

/// Compiles, verifies and times one point; counters come later, from count_points(). Whatever the point does ends in
/// the result's outcome and reason; only Error, the machine's fault, is thrown.
Result measure_point(const Job& job, PointContext& context);

/// Launches a point once, neither checked nor timed: for tools that watch launches from outside, such as profilers and
/// memory checkers.
Result launch_point(const Job& job, PointContext& context);

}  // namespace warpledger
