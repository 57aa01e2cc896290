#pragma once

#include <string>

#include "report/report.h"

namespace warpledger {

/// The end of an HTML page: which run of which experiment it shows, on which device, by which version of the program,
/// and in a part that unfolds the environment it ran in.
std::string html_footer(const Query& query);

}  // namespace warpledger
