#pragma once

#include <sys/types.h>

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "exec/worker_output.h"

namespace warpledger {

/// Two connected file descriptors: this process's end and the child's. Closed by the destructor.
struct Channel {
  Channel() = default;
  ~Channel();
  Channel(const Channel&) = delete;
  Channel& operator=(const Channel&) = delete;

  void close_childs();
  void close_ours();

  int ours = -1;
  int childs = -1;
};

/// A running child with a private socket, whose standard output and standard error end in a pipe to this process.
class ChildProcess {
 public:
  /// Starts `command`; "--fd N", the child's end of the socket, is appended. The first word is the program. Throws
  /// Error when it cannot be started.
  ///
  /// With a `folder` the child is apart from this process: it stands in that folder, with scrubbed_environment(), no
  /// open file but its socket and output, and what it starts ends with it.
  explicit ChildProcess(const std::vector<std::string>& command,
                        const std::optional<std::filesystem::path>& folder = std::nullopt);
  /// Closes the socket, which asks the child to end, and kills it when it does not within a few seconds.
  ~ChildProcess();
  ChildProcess(const ChildProcess&) = delete;
  ChildProcess& operator=(const ChildProcess&) = delete;

  int socket() const { return socket_.ours; }

  /// Waits until the child sends something or ends, and passes on what it prints meanwhile. Throws TimedOut
  /// (exec/frame.h) after `timeout_s`; no limit when negative.
  void wait_for_message(double timeout_s, WorkerOutput& output);

  /// Passes on what was printed and not yet read; waits for nothing.
  void drain(WorkerOutput& output);

  /// Kills the child and says how it ended, in words. One that is dying by itself gets `patience_s`, so that its own
  /// signal or exit code is told.
  std::string end(double patience_s);

 private:
  void spawn(std::vector<std::string> words, const std::optional<std::filesystem::path>& folder);
  /// False when nothing was there to read.
  bool read_some(WorkerOutput& output);
  /// The status that waitpid() gives, once the child has ended; nothing when it still lives after `seconds`.
  std::optional<int> status_within(double seconds);

  Channel socket_;
  Channel output_;
  pid_t pid_ = -1;
  bool apart_;
};

/// How a worker process ended, from the status that waitpid() gave: "the worker process was killed by signal 11
/// (Segmentation fault): usually ...". Says what usually sends that signal where that is known.
std::string how_it_ended(int status);

}  // namespace warpledger
