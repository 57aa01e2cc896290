#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "cluster/container.h"

namespace warpledger {

/// Time for finishing the current point before the limit.
inline constexpr int kNotice_s = 120;

struct SlurmJob {
  std::string folder;                                 ///< scripts and results, absolute; all nodes see it
  std::string start_folder;                           ///< working directory, absolute
  std::string program;                                ///< absolute
  std::optional<Container> container = std::nullopt;  ///< in which `program` is a path
  std::string data_path;                              ///< $WARPLEDGER_PATH; empty: unset
  std::string gpu;                                    ///< "a100", as the site names it; empty: any
  std::string partition;                              ///< empty: the site's default
  std::string time;                                   ///< in Slurm's format; empty: the partition's default
};

// The #SBATCH lines of a script. All throw Error if a value cannot be written in one.

std::string job_lines(const SlurmJob& job, const std::string& job_name);

/// Requests GPUs of one node, a time limit with a signal before it, and requeueing.
std::string gpu_lines(const SlurmJob& job, std::int64_t gpus);

/// Names the output file in the folder's logs; `file` may have Slurm's patterns such as %a.
std::string output_line(const SlurmJob& job, const std::string& file);

/// Defines `folder`, `warpledger` and the environment.
std::string shell_names(const SlurmJob& job);

/// Shell functions of both kinds of tasks: `bring_home` copies the ledger from the node's disk to the folder as
/// TASK.JOB.RESTARTS.db; `measure WORDS...` runs warpledger until it ends or Slurm stops it, then copies the ledger.
/// Requires $task.
extern const char* const kTaskShell;

/// Requeues a stopped task if that is allowed. Requires $again, the command that resumes it.
extern const char* const kStoppedShell;

}  // namespace warpledger
