#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "cluster/container.h"

namespace warpledger {

/// Slurm gives a task that nears its time limit so long to stop. A point that is under way is finished in it.
inline constexpr int kNotice_s = 120;

/// Where a job of Slurm starts and what it asks for.
struct SlurmJob {
  std::string folder;                                 ///< of its scripts and results, absolute; all nodes see it
  std::string start_folder;                           ///< where it starts, absolute
  std::string program;                                ///< warpledger, absolute
  std::optional<Container> container = std::nullopt;  ///< that `program` is a path of
  std::string data_path;                              ///< $WARPLEDGER_PATH; empty: it is not set
  std::string gpu;                                    ///< "a100", as the site calls it; empty: any
  std::string partition;                              ///< empty: the site's own
  std::string time;                                   ///< as Slurm writes it; empty: the partition's own
};

// The #SBATCH lines of a script. All throw Error where a value cannot stand in one.

/// Its name, partition and folder.
std::string job_lines(const SlurmJob& job, const std::string& job_name);

/// So many GPUs of one node, the time, a signal before the time is up, and to be queued again after a preemption.
std::string gpu_lines(const SlurmJob& job, std::int64_t gpus);

/// What is printed goes to this file in the folder's logs; Slurm's marks, like %a, are its own.
std::string output_line(const SlurmJob& job, const std::string& file);

/// The shell's variables folder and warpledger, and the environment.
std::string shell_names(const SlurmJob& job);

/// The shell's part that both kinds of tasks share: a ledger on the node's disk, which `bring_home` copies to the
/// folder as TASK.JOB.RESTARTS.db; `measure WORDS...` runs warpledger until it ends or Slurm stops it, and brings home
/// what it found. Wants $task.
extern const char* const kTaskShell;

/// What ends such a task that was stopped: it is queued again if it may be. Wants $again, the command that a person
/// goes on with.
extern const char* const kStoppedShell;

}  // namespace warpledger
