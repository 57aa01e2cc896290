#pragma once

#include <string>
#include <vector>

namespace warpledger {

/// Where the program stands: its data folders, its cache and its own file.
///
/// Data folders are looked for in this order: the current folder (if it holds experiments/, kernels/, metrics/,
/// reports/ or devices/), the folders of $WARPLEDGER_PATH (colon-separated), the folder above the program that holds
/// schema/migrations/, and ../share/warpledger.
struct Paths {
  std::vector<std::string> roots;
  std::string cache_dir;  ///< $WARPLEDGER_CACHE, else $XDG_CACHE_HOME/warpledger, else ~/.cache/warpledger
  std::string program;    ///< the path of this executable
};

/// Throws Error when the program's own data is not there.
Paths find_paths();

/// The folder schema/ of the first root that has one. Throws Error when none has.
std::string schema_folder(const std::vector<std::string>& roots);

/// The folder for what shall outlive a failing disk: $XDG_STATE_HOME/warpledger, else ~/.local/state/warpledger, else
/// one for temporary files. Made when it is absent, if that can be.
std::string state_folder();

}  // namespace warpledger
