#pragma once

#include <string>
#include <vector>

#include "base/error.h"

namespace warpledger {

/// Glob with * and ? for the experiment's data files, such as "matrices/*.mtx".
struct FilePattern {
  std::string text;
  Place place;
};

/// Returns the matching names relative to `folder`, sorted by bytes. As in a shell, * and ? match neither slashes nor
/// leading dots. Throws Error at the pattern if it leads out of the folder, matches too many files, or matches other
/// than data files.
std::vector<std::string> files_matching(const std::string& folder, const FilePattern& pattern);

/// True if links lead from `name` in `folder` to a file outside it.
bool leads_out(const std::string& folder, const std::string& name);

}  // namespace warpledger
