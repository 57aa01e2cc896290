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

// The phases of a point:
//
// 1. prepare (workspace.h): compile or load from the cache, allocate, fill, bind. Neighbouring points share modules,
//    inputs and buffers.
// 2. verify (verify.h): poison outputs, arm guard zones, launch, and compare every element with the reference, on the
//    device if it is a GPU (answers_on_device.h). Bytes that were accepted before are not compared again. The reference
//    runs once per shape and is checked too (reference.h).
// 3. time (time_point.h): warm up, take samples until the median is precise enough, check again. On CUDA a gate keeps
//    host latency out (backend_cuda/event_timer.h). A disturbed point (Backend::health) is flagged, never dropped.
// 4. count (collect_metrics.h): hardware counters, in separate launches that are not timed.
//
// Launches marked `prepare` run before each of these and are timed separately (Result::prepare_timing). Untrusted code:
// untrusted_point.h.

/// State shared by the points of a worker.
struct PointContext {
  explicit PointContext(Backend& b) : backend(b), workspace(b, inputs), references(b) {}
  Backend& backend;
  Inputs inputs;
  Workspace workspace;
  ReferenceRunner references;
  /// Seed of the second inputs for untrusted code: unpredictable, but shared by points of a shape.
  const std::uint64_t other_seed = secret_number();
  AcceptedOutputs accepted;
  /// Reused read buffer: page faults of a new one cost more than the copy.
  std::vector<std::byte> latest;
};

/// Compiles, verifies and, if its Measure wants samples, times one point; collect_metrics() counts later. A point's
/// failure becomes the outcome. Throws Error only if the machine is at fault.
Result measure_point(const Job& job, PointContext& context);

/// Launches a point once, not verified or timed, for external tools such as profilers.
Result launch_point(const Job& job, PointContext& context);

}  // namespace warpledger
