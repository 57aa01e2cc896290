#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/file.h"
#include "base/subprocess.h"
#include "e2e/program.h"

namespace warpledger::e2e {

/// A real Slurm of one node with two pretended GPUs, in a folder of its own, with its own munge and its own ports. It
/// has no accounting, and arrays end at task 9. Gone with the object.
class SlurmCluster {
 public:
  /// Why none can be started here; empty when one can.
  static std::string absence();

  SlurmCluster();
  ~SlurmCluster();
  SlurmCluster(const SlurmCluster&) = delete;
  SlurmCluster& operator=(const SlurmCluster&) = delete;

  /// Why it did not come up; empty when it did.
  const std::string& failure() const { return failure_; }

  /// Runs a line for the shell in `folder`, with this Slurm's commands.
  Ended shell(const std::string& command, const std::string& folder) const;
  /// The same, and what it prints, which is taken for right.
  std::string answer(const std::string& command) const;
  /// Waits until no job is left, and releases those that were requeued; false when that takes more than a minute.
  bool is_idle_soon() const;
  /// The ids of the tasks that run now: "4_2". Jobs that merge are none.
  std::vector<std::string> running_tasks() const;
  /// Lets jobs that were requeued start now: Slurm keeps them back for a while.
  void release() const;

 private:
  void write_configuration() const;

  TemporaryFolder folder_;
  std::vector<Subprocess> daemons_;
  std::string failure_;
};

}  // namespace warpledger::e2e
