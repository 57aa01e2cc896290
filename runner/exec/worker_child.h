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

/// Forwards a worker's output to standard error, up to a limit per request, so that a flood of printf does not bury the
/// terminal. Escapes control characters.
class WorkerOutput {
 public:
  WorkerOutput() = default;

  /// For untrusted code: `author` prefixes each line, so that it cannot pose as another's.
  explicit WorkerOutput(const std::string& author) : line_begin_(author + "| "), left_bytes_(kAuthorBytes) {}

  static constexpr std::size_t kShownBytes = 4 << 10;    ///< per request
  static constexpr std::size_t kAuthorBytes = 16 << 10;  ///< per author, over all requests

  void begin_request();
  void take(std::string_view text);
  void end_request();

  /// Bytes since begin_request(), shown or not.
  std::uint64_t printed_bytes() const { return taken_bytes_; }

  /// Last line since begin_request(), escaped; only the end of a long line. Empty without output.
  std::string last_line() const;

 private:
  void show(std::string_view text);

  std::string line_begin_;  ///< empty for trusted code
  bool inside_line_ = false;
  std::uint64_t left_bytes_ = std::numeric_limits<std::uint64_t>::max();  ///< left to show, over all requests
  bool is_silenced_ = false;                                              ///< reported that no more is shown
  std::uint64_t taken_bytes_ = 0, shown_bytes_ = 0;                       ///< in this request
  std::string tail_;
};

/// A running worker: a child process with a private socket, and a pipe for its output.
class WorkerChild {
 public:
  /// Starts `command`, program first; "--fd N", the child's end of the socket, is appended. With a `folder` the child
  /// is isolated: it runs there with scrubbed_environment(), has no other open files, and its children end with it.
  /// Throws Error if it cannot be started.
  explicit WorkerChild(const std::vector<std::string>& command,
                       const std::optional<std::filesystem::path>& folder = std::nullopt);
  /// Closes the socket, which asks the child to end, and kills it after 5 s.
  ~WorkerChild();
  WorkerChild(const WorkerChild&) = delete;
  WorkerChild& operator=(const WorkerChild&) = delete;

  int socket() const { return socket_.ours.number(); }

  /// Waits for a message or the child's end, and forwards output meanwhile. False after `timeout_s`; negative means no
  /// limit.
  bool has_message(double timeout_s, WorkerOutput& output);

  /// Forwards pending output without waiting.
  void drain(WorkerOutput& output);

  /// Kills the child and describes how it ended. A child that is already ending gets `patience_s`, so that its own
  /// signal or exit code is reported.
  std::string end(double patience_s);

 private:
  /// False if there was nothing to read.
  bool read_some(WorkerOutput& output);

  Channel socket_;
  Channel output_;
  Subprocess child_;
};

/// Describes a status from waitpid(): "the worker process was killed by signal 11 (Segmentation fault): usually ...".
std::string how_it_ended(int status);

}  // namespace warpledger
