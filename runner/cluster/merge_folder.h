#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace warpledger {

/// Result of merging a campaign's ledgers.
struct MergedFolder {
  std::int64_t ledgers = 0;           ///< files merged now or earlier
  std::vector<std::string> left_out;  ///< files not merged, with the reasons
};

/// Merges the tasks' ledgers into the folder's one. Skips and reports files that cannot be merged. May be repeated:
/// nothing is added twice.
MergedFolder merge_folder(const std::string& folder);

}  // namespace warpledger
