#pragma once

#include <string>
#include <vector>

#include "report/html_page.h"

namespace warpledger {

/// What HTML pages carry in themselves: the files of the folder pages/ of the first root that has one. Throws Error
/// with the cure when the plotting library is not installed there.
PageAssets load_page_assets(const std::vector<std::string>& roots);

}  // namespace warpledger
