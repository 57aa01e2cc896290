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

// The phases of a point, in this order:
//
// 1. prepare (workspace.h): compile or take from the cache, allocate, fill, bind. Neighbouring points share modules,
//    inputs and buffers.
// 2. verify (verify.h): the reference's result, once per shape; outputs poisoned, guard zones on both sides; a launch;
//    every element compared so that not-a-number is never accepted, on a GPU where it is (answers_on_device.h); guards
//    and inputs compared. Bytes that agreed before with the same answer are known by their fingerprint. The
//    reference is not trusted either (reference.h): its arrays are poisoned and guarded, it must write every element
//    and no input.
// 3. time (time_point.h): warm-up, then samples until the median is known well enough. On CUDA
//    (backend_cuda/event_timer.h), launches are queued behind a gate, so that the host's launch latency stays out.
//    Afterwards outputs, guards and inputs are checked again. Before and after, the backend says what disturbed the
//    device (Backend::health): a disturbed point is flagged, never dropped.
// 4. count (collect_metrics.h): hardware counters, in separate launches. No time is taken from these.
//
// Launches marked `prepare` run before each of these, outside clock and counters; their own time is sampled too and
// kept apart (Result::prepare_timing). Untrusted code goes through untrusted_point.h instead.

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

/// Compiles, verifies and, if its Measure wants samples, times one point; counters come later, from collect_metrics().
/// Whatever the point does ends in the result's outcome and reason; only Error, the machine's fault, is thrown.
Result measure_point(const Job& job, PointContext& context);

/// Launches a point once, neither checked nor timed: for tools that watch launches from outside, such as profilers and
/// memory checkers.
Result launch_point(const Job& job, PointContext& context);

}  // namespace warpledger
