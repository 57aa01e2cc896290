#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace warpledger {

/// What came of merging what the tasks of a campaign brought home.
struct MergedFolder {
  std::int64_t ledgers = 0;           ///< files that are merged now, or were before
  std::vector<std::string> left_out;  ///< those that are not, and why
};

/// Merges the ledgers of the tasks into the one of the folder. What cannot be merged is left out and told; all the rest
/// is merged. It may be repeated at any time: nothing is taken twice.
MergedFolder merge_folder(const std::string& folder);

}  // namespace warpledger
