#pragma once

#include "exec/backend.h"
#include "exec/reference.h"
#include "exec/workspace.h"
#include "model/job.h"
#include "model/result.h"

namespace warpledger {

/// What points of one worker share.
struct PointContext {
  explicit PointContext(Backend& b) : backend(b), workspace(b), references(b) {}
  Backend& backend;
  Workspace workspace;
  ReferenceRunner references;
};

/// Compiles, verifies and times one point; counters come later, from count_points(). Whatever the point does ends in
/// the result's outcome and reason; only Error, the machine's fault, is thrown.
Result measure_point(const Job& job, PointContext& context);

}  // namespace warpledger
