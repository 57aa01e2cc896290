#pragma once

#include <string>
#include <vector>

namespace warpledger {

/// How a program that was run ended.
struct ProcessEnd {
  int exit_code = 0;   ///< 128 + the signal's number when a signal ended it
  std::string output;  ///< standard output and standard error together
};

/// Runs argv[0] (looked up in PATH) with these arguments in `folder`, in the C locale and without a shell, and waits
/// for its end. Throws Error when it cannot be started.
ProcessEnd run_process(const std::vector<std::string>& argv, const std::string& folder);

/// The file that the shell would run for `name`; empty when there is none.
std::string find_in_path(const std::string& name);

}  // namespace warpledger
