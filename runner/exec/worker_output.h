#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace warpledger {

/// What a worker and its kernels print: shown on standard error, but for each request only up to a limit, so that a
/// flood of printf does not bury the terminal. The rest is read and dropped. What could steer a terminal is shown as
/// escapes.
class WorkerOutput {
 public:
  WorkerOutput() = default;

  /// What untrusted code prints: each line begins with `author`, so that it passes for nobody else's.
  explicit WorkerOutput(const std::string& author) : line_begin_(author + "| ") {}

  static constexpr std::size_t kShownBytes = 4 << 10;  ///< for each request

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
  std::uint64_t taken_bytes_ = 0;
  std::string tail_;
};

}  // namespace warpledger
