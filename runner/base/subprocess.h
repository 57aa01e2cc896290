#pragma once

#include <sys/types.h>

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/file.h"

namespace warpledger {

/// Both ends are close-on-exec.
struct Channel {
  FileDescriptor ours;
  FileDescriptor childs;
};

/// From child to parent. Throws Error.
Channel make_pipe();

/// Bidirectional. Throws Error.
Channel make_socket();

struct ChildSetup {
  std::vector<std::string> words;  ///< program, looked up in PATH if it has no slash, and arguments
  std::string folder;              ///< working directory; empty: inherited
  std::optional<std::vector<std::string>> environment;  ///< "NAME=VALUE"; absent: inherited
  std::vector<std::pair<int, int>> descriptors;         ///< (number here, number in the child), ascending by the latter
  bool without_input = false;                           ///< standard input is empty instead of inherited
  /// Gets its own process group, which ends with it, and inherits only `descriptors` and standard input.
  bool apart = false;
};

/// Child process; the destructor kills it if it still runs.
class Subprocess {
 public:
  explicit Subprocess(ChildSetup setup);
  ~Subprocess();
  Subprocess(Subprocess&& other) noexcept;
  Subprocess& operator=(Subprocess&&) = delete;

  /// -1 after end() has seen it end.
  pid_t id() const { return pid_; }

  /// Waits up to `seconds`, forever if negative. Returns the status from waitpid(), or nullopt if the child still runs.
  std::optional<int> status_within(double seconds);

  /// Waits up to `patience_s`, then kills the child, and always the group of an `apart` one. Returns the status, or
  /// nullopt if the kernel still holds the killed child, as drivers do while they reset a device.
  std::optional<int> end(double patience_s);

 private:
  pid_t pid_ = -1;
  bool apart_ = false;
  std::optional<int> status_;
};

/// Converts a status from waitpid() as shells do: 128 + signal number.
int exit_code_of(int status);

struct ProcessEnd {
  int exit_code = 0;
  std::string output;  ///< including standard error
};

/// Runs a program in the C locale, without shell or input, until it ends. Throws Error if it cannot be started.
ProcessEnd run_process(const std::vector<std::string>& words, const std::string& folder);

/// Returns the program that a shell would run for `name`, or "".
std::string find_in_path(const std::string& name);

}  // namespace warpledger
