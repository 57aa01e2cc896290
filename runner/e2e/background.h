#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/subprocess.h"
#include "e2e/program.h"

namespace warpledger::e2e {

/// A run of the real program that continues while the test does other things. Killed when this ends.
class Background {
 public:
  /// Starts `warpledger ARGUMENTS` in `folder`; what it writes goes to the files <name>.out and <name>.err there.
  Background(const std::vector<std::string>& arguments, const std::string& folder, const std::string& name);

  /// How it ended; nothing while it is at work. An exit code of 128 and more is the signal that ended it.
  std::optional<int> exit_code();
  /// Waits for its end.
  Ended wait();
  /// Waits until it has written `text` to stderr; false when it ends before.
  bool wait_until_it_says(const std::string& text);

  void send(int signal) const;
  pid_t process() const { return process_.id(); }
  /// Its worker; nothing when it has none at this moment.
  std::optional<pid_t> worker() const;
  /// Its workers at this moment, of several devices.
  std::vector<pid_t> workers() const;

 private:
  std::string files_;  ///< path without .out and .err
  Subprocess process_;
};

/// Whether that process has ended, or is only waiting for its parent to take notice of its end.
bool is_gone(pid_t process);

/// Waits up to 20 s for that; false when the process is still at work then.
bool ends_soon(pid_t process);

}  // namespace warpledger::e2e
