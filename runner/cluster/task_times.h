#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "run/open_experiment.h"

namespace warpledger {

/// The tasks of a campaign whose times are to be told.
struct TaskTimesRequest {
  std::string ledger;  ///< of earlier runs; may be absent
  std::string gpu;     ///< "a100", words of the device's name; empty: any
  std::int64_t tasks = 1;
};

/// About how long tasks take, by an earlier run.
struct TaskTimes {
  std::vector<double> seconds;  ///< of each task
  std::string device_name;      ///< on which the earlier run was
};

/// By the newest finished run of the experiment on such a device: what that took for its points, each at its
/// Plan::cost_us, by which shards are balanced. It includes compiling and counting. Nothing when there is no such run.
std::optional<TaskTimes> times_of_tasks(const TaskTimesRequest& request, const Library& library,
                                        const ExperimentOptions& options);

/// The seconds of a time limit as Slurm writes it: "90", "1:30:00", "1-12". Nothing when it is none, as "UNLIMITED".
std::optional<double> seconds_of_limit(const std::string& limit);

}  // namespace warpledger
