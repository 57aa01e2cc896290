#pragma once

#include <sys/types.h>

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/file.h"

namespace warpledger {

/// Two connected file descriptors: this process's end and the child's. No child inherits either by accident.
struct Channel {
  FileDescriptor ours;
  FileDescriptor childs;
};

/// What the child writes can be read here. Throws Error.
Channel make_pipe();

/// Both ends send and receive. Throws Error.
Channel make_socket();

/// What a child process is started with.
struct ChildSetup {
  std::vector<std::string> words;  ///< the program, looked up in PATH when it has no slash, and its arguments
  std::string folder;              ///< where it is started; empty for this process's own
  std::optional<std::vector<std::string>> environment;  ///< "NAME=VALUE"; nothing for this process's own
  std::vector<std::pair<int, int>> descriptors;  ///< a descriptor here, its number there; in ascending order there
  bool without_input = false;                    ///< its standard input is empty, and not this process's
  /// It has a process group, which ends with it, and inherits nothing but what `descriptors` names and its input.
  bool apart = false;
};

/// A child process; killed by the destructor when it still runs.
class Subprocess {
 public:
  /// Throws Error when the program cannot be started.
  explicit Subprocess(ChildSetup setup);
  ~Subprocess();
  Subprocess(Subprocess&& other) noexcept;
  Subprocess& operator=(Subprocess&&) = delete;

  /// Its process id; -1 once it has ended and end() took notice.
  pid_t id() const { return pid_; }

  /// The status that waitpid() gives, once the child has ended; nothing when it still runs after `seconds`. Without a
  /// limit when negative.
  std::optional<int> status_within(double seconds);

  /// Kills the child when it still runs after `patience_s`, and with one that is apart all that it has started. Its
  /// status; nothing when the kernel holds the killed child back, as a driver does that clears its device.
  std::optional<int> end(double patience_s);

 private:
  pid_t pid_ = -1;
  bool apart_ = false;
  std::optional<int> status_;
};

/// The exit code in a status of waitpid(), as a shell gives it: 128 + the signal's number when a signal ended the
/// child.
int exit_code_of(int status);

/// How a program that was run ended.
struct ProcessEnd {
  int exit_code = 0;   ///< as exit_code_of()
  std::string output;  ///< standard output and standard error together
};

/// Runs a program in `folder`, in the C locale, without a shell and without input, and waits for its end. Throws Error
/// when it cannot be started.
ProcessEnd run_process(const std::vector<std::string>& words, const std::string& folder);

/// The file that the shell would run for `name`; empty when there is none.
std::string find_in_path(const std::string& name);

}  // namespace warpledger
