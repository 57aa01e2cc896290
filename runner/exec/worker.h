#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "exec/backend.h"
#include "model/device.h"
#include "model/metric.h"

namespace warpledger {

// Why a process of its own: a kernel that faults takes its CUDA context with it, an endless one can only be killed, and
// untrusted code must not reach the ledger. The parent plans, owns the ledger and shows progress; the worker owns the
// device. They talk over a socket, one request at a time: a length, then CBOR (exec/frame.h).
//
// A worker that dies costs the point that it was running, which ends `crashed`; one that exceeds the time limit is
// killed, and the point ends `timed_out`. When it dies while it counts, those points keep their times, and their
// counters are absent with that reason. The parent then starts new workers until one runs a known-good kernel
// (exec/worker.h), for 10 s; else the run stops with `device lost` and can be resumed. What a worker prints goes
// through a pipe to the parent, which shows 4 KiB per request (exec/worker_child.h). A worker dies with its parent.
//
// A worker for untrusted code (Job::untrusted) runs in a folder of its own with a scrubbed environment, and confines
// itself once its device is open (exec/confinement.h: Landlock, a filter of system calls, limits).

/// All that a worker can be asked, other than to run points; the backends supply it.
struct WorkerServices {
  std::function<std::unique_ptr<Backend>()> open;
  /// Confines this process before it meets untrusted code and says what is in force (exec/confinement.h), which becomes
  /// the device's environment "isolation". Called once, with the open backend; empty when the code is ours.
  std::function<std::string(const Backend&)> confine;
  std::function<std::vector<Device>(DeviceDetail)> devices;
  std::function<std::vector<Finding>()> diagnose;
  /// All chips that the profiler library knows. Throws Error when there is no such library.
  std::function<std::vector<std::string>()> chips;
  /// All counters of a chip.
  std::function<std::vector<ChipCounter>(const std::string& chip)> chip_counters;
  /// Counter choice and passes for each of `chips`.
  std::function<std::vector<CounterSupport>(const std::vector<std::string>& chips,
                                            const std::vector<MetricRequest>& metrics)>
      counter_support;
};

/// Answers requests on socket `fd` until the other end closes it. Touches no ledger and no file but the caches.
///
/// Requests are objects with a "verb"; answers hold the result under the verb's name, or {"error": ...}:
///   describe                      -> Device
///   devices {facts_only}          -> [Device]
///   diagnose                      -> [Finding]
///   chips                         -> [name]
///   chip_counters {chip}          -> [ChipCounter]
///   counter_support {chips, metrics} -> [CounterSupport]
///   array {array}                 -> true: kept for the jobs that name it
///   measure {job}                 -> Result, and "usable": whether the worker can take another point
///   collect {jobs}                -> one list of Metric per job, and "usable"
///   check                         -> true: the device ran a known-good kernel
///   launch {job}                  -> Result of one launch, neither checked nor timed
void serve(int fd, const WorkerServices& services);

/// The function that check_device() launches.
inline const std::string kKnownGoodFunction = "warpledger_known_good";

/// Runs a small kernel with a known answer on every multiprocessor. Throws Error naming the element when the answer is
/// wrong, and what the backend throws when it cannot be had.
void check_device(Backend& backend);

}  // namespace warpledger
