#pragma once

#include <string>
#include <vector>

namespace warpledger::e2e {

struct Ended {
  int exit_code = -1;
  std::string out;
  std::string err;
};

/// Runs the real program, or the one in $WARPLEDGER_TEST_PROGRAM_DIR, in `folder` with the data of runner/e2e/testdata
/// in front of its own and a cache that all tests share. Its lines have no limit.
Ended warpledger(const std::vector<std::string>& arguments, const std::string& folder);

/// Runs any command line by the shell, the same way; `warpledger` and the scripts of contrib/ are on its PATH.
Ended shell(const std::string& command, const std::string& folder);

/// What a terminal of `columns` columns is sent while the shell runs `command` on it, both outputs together, its line
/// ends as "\n". `variables` are put before the command: "TERM=dumb".
std::string on_terminal(int columns, const std::string& command, const std::string& folder,
                        const std::string& variables = "TERM=xterm");

/// The command line of warpledger with `arguments` and its environment, for a shell that stands in any folder.
std::string command_line(const std::vector<std::string>& arguments);

/// The device under test: $WARPLEDGER_TEST_DEVICE, "host" when unset.
std::string device_under_test();

/// Whether it is a GPU.
bool on_cuda();

/// Whether the program has sanitizers, which make each start take several times as long: $WARPLEDGER_TEST_SANITIZED.
bool is_sanitized();

/// A fresh, empty folder.
std::string fresh_folder();

}  // namespace warpledger::e2e
