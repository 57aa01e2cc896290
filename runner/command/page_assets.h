#pragma once

#include <string>
#include <vector>

#include "report/html_page.h"

namespace warpledger {

/// What HTML pages carry in themselves: the files of the folder pages/ of the first root that has one. Without the
/// plotting library there they say why there are no plots. Throws Error when no root has the folder.
PageAssets load_page_assets(const std::vector<std::string>& roots);

}  // namespace warpledger
