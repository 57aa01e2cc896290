#pragma once

#include <string>
#include <vector>

#include "model/program.h"

namespace warpledger {

/// Where a family's sources lie.
struct SourceFolders {
  std::string own;                         ///< the family's
  std::vector<std::string> included = {};  ///< where else headers are looked for, in this order
};

/// `sources`, files of folders.own, as one translation unit in their order, with every file that they include by
/// #include "name", directly or not. Headers are sorted by name. Throws Error at the include line for a file that is
/// missing or is outside the folders.
Program load_program(const SourceFolders& folders, const std::vector<std::string>& sources);

}  // namespace warpledger
