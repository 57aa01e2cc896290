#pragma once

#include <string>
#include <vector>

#include "base/error.h"

namespace warpledger {

/// Names of the experiment's data files, with * and ? for what differs: "matrices/*.mtx".
struct FilePattern {
  std::string text;
  Place place;
};

/// The names, relative to `folder`, that the pattern fits there, by ascending bytes; none where it fits none. As in a
/// shell, * and ? are no slash, and no dot that begins a name. Throws Error at its place when it leads out of the
/// folder, fits too many files, or one that is no data file.
std::vector<std::string> files_matching(const std::string& folder, const FilePattern& pattern);

/// Whether `name` in `folder` is a file outside it: links may lead there.
bool leads_out(const std::string& folder, const std::string& name);

}  // namespace warpledger
