#pragma once

#include <string>
#include <vector>

#include "model/program.h"

namespace warpledger {

/// Folders of a family's sources.
struct SourceFolders {
  std::string own;                         ///< the family's
  std::vector<std::string> included = {};  ///< searched for headers after `own`, in this order
};

/// Loads `sources`, relative to folders.own, as one translation unit, with all included files, sorted by name. Throws
/// Error at the #include if a file is missing or outside the folders.
Program load_program(const SourceFolders& folders, const std::vector<std::string>& sources);

}  // namespace warpledger
