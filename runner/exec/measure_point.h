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
// 2. verify (verify.h): run the reference once per shape, poison the outputs, arm guard zones on both sides, launch.
//    Compare every element, on the device if it is a GPU (answers_on_device.h); a NaN is never accepted. Check guards
//    and inputs. Outputs with the fingerprint of accepted bytes are not compared again. The reference is not trusted
//    either (reference.h): its arrays are poisoned and guarded, and it must write every element and no input.
// 3. time (time_point.h): warm up, then take samples until the median is precise enough. CUDA launches are queued
//    behind a gate, so that host latency is not timed (backend_cuda/event_timer.h). Afterwards check outputs, guards
//    and inputs again. The backend reports disturbances (Backend::health): a disturbed point is flagged, never dropped.
// 4. count (collect_metrics.h): hardware counters, in separate launches that are not timed.
//
// Launches marked `prepare` run before each of these, outside clock and counters; their own time is sampled separately
// (Result::prepare_timing). Untrusted code goes through untrusted_point.h instead.

/// State shared by the points of a worker.
struct PointContext {
  explicit PointContext(Backend& b) : backend(b), workspace(b, inputs), references(b) {}
  Backend& backend;
  Inputs inputs;
  Workspace workspace;
  ReferenceRunner references;
  /// Seed of the second inputs for untrusted code. Unpredictable, and shared by the points of a shape.
  const std::uint64_t other_seed = secret_number();
  AcceptedOutputs accepted;
  /// Read buffer, reused: page faults on some fresh megabytes cost more than the copy.
  std::vector<std::byte> latest;
};

/// Compiles, verifies and, if its Measure wants samples, times one point; collect_metrics() counts later. Failures of
/// the point become the result's outcome and reason. Throws Error only if the machine is at fault.
Result measure_point(const Job& job, PointContext& context);

/// Launches a point once, not verified or timed: for external tools such as profilers and memory checkers.
Result launch_point(const Job& job, PointContext& context);

}  // namespace warpledger
