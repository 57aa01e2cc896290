#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "base/subprocess.h"
#include "exec/worker_output.h"

namespace warpledger {

/// A worker that runs: a child with a private socket, whose standard output and standard error end in a pipe to this
/// process.
class WorkerChild {
 public:
  /// Starts `command`; "--fd N", the child's end of the socket, is appended. The first word is the program. Throws
  /// Error when it cannot be started.
  ///
  /// With a `folder` the child is apart from this process: it stands in that folder, with scrubbed_environment(), no
  /// open file but its socket and output, and what it starts ends with it.
  explicit WorkerChild(const std::vector<std::string>& command,
                       const std::optional<std::filesystem::path>& folder = std::nullopt);
  /// Closes the socket, which asks the child to end, and kills it when it does not within a few seconds.
  ~WorkerChild();
  WorkerChild(const WorkerChild&) = delete;
  WorkerChild& operator=(const WorkerChild&) = delete;

  int socket() const { return socket_.ours.number(); }

  /// Waits until the child sends something or ends, and passes on what it prints meanwhile. Throws TimedOut
  /// (exec/frame.h) after `timeout_s`; no limit when negative.
  void wait_for_message(double timeout_s, WorkerOutput& output);

  /// Passes on what was printed and not yet read; waits for nothing.
  void drain(WorkerOutput& output);

  /// Kills the child and says how it ended, in words. One that is dying by itself gets `patience_s`, so that its own
  /// signal or exit code is told.
  std::string end(double patience_s);

 private:
  /// False when nothing was there to read.
  bool read_some(WorkerOutput& output);

  Channel socket_;
  Channel output_;
  Subprocess child_;
};

/// How a worker process ended, from the status that waitpid() gave: "the worker process was killed by signal 11
/// (Segmentation fault): usually ...". Says what usually sends that signal where that is known.
std::string how_it_ended(int status);

}  // namespace warpledger
