#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "run/open_experiment.h"

namespace warpledger {

/// Tasks of a campaign whose times are estimated.
struct TaskTimesRequest {
  std::string ledger;  ///< of earlier runs; may not exist
  std::string gpu;     ///< "a100": words of the device's name; empty: any
  std::int64_t tasks = 1;
};

/// Estimated task times, from an earlier run.
struct TaskTimes {
  std::vector<double> seconds;  ///< one per task
  std::string device_name;      ///< device of the earlier run
};

/// Scales the time of the newest finished run of the experiment on such a device, including compilation and counters,
/// by Plan::cost_us, which also balances shards. Absent if there is no such run.
std::optional<TaskTimes> times_of_tasks(const TaskTimesRequest& request, const Library& library,
                                        const ExperimentOptions& options);

/// Parses a Slurm time limit into seconds: "90", "1:30:00", "1-12". Absent for anything else, such as "UNLIMITED".
std::optional<double> seconds_of_limit(const std::string& limit);

}  // namespace warpledger
