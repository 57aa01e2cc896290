#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace warpledger {

struct MergedFolder {
  std::int64_t ledgers = 0;           ///< merged now or earlier
  std::vector<std::string> left_out;  ///< with the reasons
};

/// Merges the tasks' ledgers into the folder's one, except those that cannot be merged. May be repeated.
MergedFolder merge_folder(const std::string& folder);

}  // namespace warpledger
