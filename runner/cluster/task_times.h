#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "run/open_experiment.h"

namespace warpledger {

struct TaskTimesRequest {
  std::string ledger;  ///< of earlier runs; may not exist
  std::string gpu;     ///< "a100": words of the device's name; empty: any
  std::int64_t tasks = 1;
};

struct TaskTimes {
  std::vector<double> seconds;
  std::string device_name;
};

/// Estimates times from the newest finished run of the experiment on such a device, scaled by Plan::cost_us; includes
/// compilation and counters. Absent without such a run.
std::optional<TaskTimes> times_of_tasks(const TaskTimesRequest& request, const Library& library,
                                        const ExperimentOptions& options);

/// Parses "90", "1:30:00" or "1-12"; absent for other text, such as "UNLIMITED".
std::optional<double> seconds_of_limit(const std::string& limit);

}  // namespace warpledger
