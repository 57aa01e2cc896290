#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "exec/backend.h"
#include "model/device.h"
#include "model/metric.h"

namespace warpledger {

/// All that a worker can be asked, other than to run points. The backends stand behind it.
struct WorkerServices {
  std::function<std::unique_ptr<Backend>()> open;
  /// Confines this process before it meets untrusted code and says what is in force (exec/confinement.h), which becomes
  /// the device's environment "isolation". Called once, with the open backend; empty when the code is ours.
  std::function<std::string(const Backend&)> confine;
  std::function<std::vector<Device>()> devices;
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
///   devices                       -> [Device]
///   diagnose                      -> [Finding]
///   chips                         -> [name]
///   chip_counters {chip}          -> [ChipCounter]
///   counter_support {chips, metrics} -> [CounterSupport]
///   measure {job}                 -> Result, and "usable": whether the worker can take another point
///   count {jobs}                  -> one list of Metric a job, and "usable"
///   check                         -> true: the device ran a known-good kernel
///   launch {job}                  -> Result of one launch, neither checked nor timed
void serve(int fd, const WorkerServices& services);

}  // namespace warpledger
