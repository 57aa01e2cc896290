#pragma once

#include <cstdint>
#include <filesystem>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/subprocess.h"

namespace warpledger {

/// What a worker and its kernels print: shown on standard error, but for each request only up to a limit, so that a
/// flood of printf does not bury the terminal. The rest is read and dropped. What could steer a terminal is shown as
/// escapes.
class WorkerOutput {
 public:
  WorkerOutput() = default;

  /// What untrusted code prints: each line begins with `author`, so that it passes for nobody else's.
  explicit WorkerOutput(const std::string& author) : line_begin_(author + "| "), left_bytes_(kAuthorBytes) {}

  static constexpr std::size_t kShownBytes = 4 << 10;    ///< for each request
  static constexpr std::size_t kAuthorBytes = 16 << 10;  ///< for all of an author's, among those of a class

  /// A new request begins: forgets what was printed for the one before.
  void begin_request();
  void take(std::string_view text);
  /// Says on standard error how much was not shown.
  void end_request();

  /// All that was printed since begin_request(), shown or not.
  std::uint64_t printed_bytes() const { return taken_bytes_; }

  /// The last line that was printed since begin_request(), its end where it is long, with escapes as shown.
  /// Empty when nothing was printed.
  std::string last_line() const;

 private:
  void show(std::string_view text);

  std::string line_begin_;  ///< empty for our own code
  bool inside_line_ = false;
  std::uint64_t left_bytes_ = std::numeric_limits<std::uint64_t>::max();  ///< to show, of all requests together
  bool is_silenced_ = false;                                              ///< it was said that no more is shown
  std::uint64_t taken_bytes_ = 0, shown_bytes_ = 0;                       ///< of this request
  std::string tail_;
};

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

  /// Waits until the child sends something or ends, and passes on what it prints meanwhile. False after `timeout_s`; no
  /// limit when negative.
  bool has_message(double timeout_s, WorkerOutput& output);

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
