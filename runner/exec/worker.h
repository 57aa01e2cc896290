#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "exec/backend.h"
#include "model/device.h"
#include "model/metric.h"

namespace warpledger {

// Why a separate process: a faulting kernel destroys its CUDA context, an endless kernel can only be killed, and
// untrusted code must not reach the ledger. The parent plans, owns the ledger and shows progress; the worker owns the
// device. They talk over a socket, one request at a time (exec/frame.h).
//
// If the worker dies, the running point ends `crashed`; if it exceeds the time limit, it is killed and the point ends
// `timed_out`. If it dies while counting, those points keep their times and lack counters. The parent then starts
// workers until one runs a known-good kernel, for at most 10 s. If none does, the run stops with `device lost` and can
// be resumed. A worker dies with its parent.
//
// A worker for untrusted code (Job::untrusted) runs in a temporary folder with a scrubbed environment and sandboxes
// itself after it has opened the device (exec/confinement.h).

/// Backend-specific services of a worker.
struct WorkerServices {
  std::function<std::unique_ptr<Backend>()> open;
  /// Sandboxes this process before it runs untrusted code; empty for trusted code. Called once. Returns the protections
  /// in force (exec/confinement.h) for the device's environment entry "isolation".
  std::function<std::string(const Backend&)> confine;
  std::function<std::vector<Device>(DeviceDetail)> devices;
  std::function<std::vector<Finding>()> diagnose;
  /// All chips that the profiler library knows. Throws Error if it is missing.
  std::function<std::vector<std::string>()> chips;
  std::function<std::vector<ChipCounter>(const std::string& chip)> chip_counters;
  /// Chosen counters and number of passes for each of `chips`.
  std::function<std::vector<CounterSupport>(const std::vector<std::string>& chips,
                                            const std::vector<MetricRequest>& metrics)>
      counter_support;
};

/// Answers requests on socket `fd` until the other end closes it. Accesses no ledger and no files except caches.
///
/// Requests are objects with a "verb". Answers hold the result under the verb's name, or {"error": ...}:
///   describe                      -> Device
///   devices {facts_only}          -> [Device]
///   diagnose                      -> [Finding]
///   chips                         -> [name]
///   chip_counters {chip}          -> [ChipCounter]
///   counter_support {chips, metrics} -> [CounterSupport]
///   array {array}                 -> true: stored for jobs that refer to it
///   measure {job}                 -> Result, and "usable": the worker can take another point
///   collect {jobs}                -> one list of Metric per job, and "usable"
///   check                         -> true: the device ran a known-good kernel
///   launch {job}                  -> Result of one launch, not verified or timed
void serve(int fd, const WorkerServices& services);

/// Name of the kernel that check_device() launches.
inline const std::string kKnownGoodFunction = "warpledger_known_good";

/// Runs a small kernel with a known answer on every multiprocessor. Throws Error with the first incorrect element.
void check_device(Backend& backend);

}  // namespace warpledger
