#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "cluster/container.h"

namespace warpledger {

/// Time before its limit at which Slurm tells a task to stop; enough to finish the current point.
inline constexpr int kNotice_s = 120;

/// Paths of a Slurm job and the resources that it requests.
struct SlurmJob {
  std::string folder;                                 ///< scripts and results, absolute; all nodes see it
  std::string start_folder;                           ///< working directory, absolute
  std::string program;                                ///< path of warpledger, absolute
  std::optional<Container> container = std::nullopt;  ///< container in which `program` is a path
  std::string data_path;                              ///< $WARPLEDGER_PATH; empty: unset
  std::string gpu;                                    ///< site's name for it, "a100"; empty: any
  std::string partition;                              ///< empty: the site's default
  std::string time;                                   ///< in Slurm's format; empty: the partition's default
};

// The #SBATCH lines of a script. All throw Error if a value cannot be written in one.

/// Name, partition and folder.
std::string job_lines(const SlurmJob& job, const std::string& job_name);

/// GPUs of one node, time limit, a signal before it, and requeueing after preemption.
std::string gpu_lines(const SlurmJob& job, std::int64_t gpus);

/// Output goes to this file in the folder's logs; `file` may have Slurm's patterns such as %a.
std::string output_line(const SlurmJob& job, const std::string& file);

/// Shell variables `folder` and `warpledger`, and the environment.
std::string shell_names(const SlurmJob& job);

/// Shell code common to both kinds of tasks. It keeps a ledger on the node's disk, which `bring_home` copies to the
/// folder as TASK.JOB.RESTARTS.db. `measure WORDS...` runs warpledger until it ends or Slurm stops it, then copies the
/// ledger. Requires $task.
extern const char* const kTaskShell;

/// End of a task that was stopped: requeues it if that is allowed. Requires $again, the command with which a person
/// resumes.
extern const char* const kStoppedShell;

}  // namespace warpledger
